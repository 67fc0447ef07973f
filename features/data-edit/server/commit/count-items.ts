import { givenItems } from '@qd/player-edit'
import type { Caller, LimitedUse } from '@qd/server-kit'
import type { Change } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { Player } from '../player-of.ts'

interface Giving {
  player: Player
  caller: Caller
  /** The edit it belongs to; empty while there is none. */
  about: string
  kind: 'edit' | 'function'
}

/** What changes give the player, for the limits of items; null when they give nothing. */
export async function useOf(
  deps: UseCaseDeps,
  changes: readonly Change[],
  { player, caller, about, kind }: Giving,
): Promise<LimitedUse | null> {
  const { protocol } = await deps.protocols.known(player.server)
  const entries = givenItems(protocol, changes)
  if (entries.length === 0) return null
  return {
    kind,
    gifts: [{ entries, to: { uIds: [player.uId] } }],
    lineId: player.server.lineId,
    person: { id: caller.personId ?? caller.userId, name: caller.name },
    about,
  }
}

/** Counts what an edit has given, once however often it is asked again. It is made already, so nothing refuses it here. */
export async function countItems(
  deps: UseCaseDeps,
  changes: readonly Change[],
  giving: Giving,
): Promise<void> {
  if (deps.items === undefined) return
  try {
    const use = await useOf(deps, changes, giving)
    if (use !== null) await deps.items.limits.reserve(use, `edit:${giving.about}`, { evenBeyond: true })
  } catch (error) {
    deps.items.onFault(error)
  }
}
