import { givenItems } from '@qd/player-edit'
import type { Caller, LimitedUse } from '@qd/server-kit'
import { printGift } from '@qd/gift-content'
import type { Change, JobEdit } from '../../contract/index.ts'
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

/** An edit that the game has made for a job, with where. */
export interface MadeEdit {
  edit: Pick<JobEdit, 'changes' | 'results' | 'uId'>
  server: Player['server']
}

const doneOf = ({ changes, results }: MadeEdit['edit']) => {
  const done = new Set(results.flatMap(({ index, status }) => (status === 0 ? [index] : [])))
  return changes.filter((_, index) => done.has(index))
}

/** What edits give on one line; players who get the same stand together. */
async function giftsOf(deps: UseCaseDeps, edits: readonly MadeEdit[]): Promise<LimitedUse['gifts']> {
  const gifts = new Map<string, { entries: ReturnType<typeof givenItems>; to: { uIds: string[] } }>()
  for (const { edit, server } of edits) {
    const { protocol } = await deps.protocols.known(server)
    const entries = givenItems(protocol, doneOf(edit))
    if (entries.length === 0) continue
    const name = printGift(entries)
    const gift = gifts.get(name) ?? { entries, to: { uIds: [] } }
    gifts.set(name, gift)
    gift.to.uIds.push(edit.uId)
  }
  return [...gifts.values()]
}

/**
 * Counts what some edits of a job have given, as one use of each line. `key` stands for these edits: worked on again
 * after a crash, they count once.
 */
export async function countJobItems(
  deps: UseCaseDeps,
  edits: readonly MadeEdit[],
  { caller, jobId, key }: { caller: Caller; jobId: string; key: string },
): Promise<void> {
  if (deps.items === undefined) return
  const { limits, onFault } = deps.items
  for (const [lineId, ofLine] of Map.groupBy(edits, ({ server }) => server.lineId)) {
    try {
      const gifts = await giftsOf(deps, ofLine)
      const person = { id: caller.personId ?? caller.userId, name: caller.name }
      const use = { kind: 'edit' as const, gifts, lineId, person, about: jobId }
      if (gifts.length > 0) await limits.reserve(use, `${key}:${lineId}`, { evenBeyond: true })
    } catch (error) {
      onFault(error)
    }
  }
}
