import { givenItems } from '@qd/player-edit'
import type { CatalogueServer, LimitedUse } from '@qd/server-kit'
import type { Change, ChangeVerdict } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { Player } from '../player-of.ts'

type Gifts = LimitedUse['gifts']

/** An edit of a player, as far as it counts what it gives. */
export interface GivingEdit {
  server: CatalogueServer
  uId: string
  changes: readonly Change[]
}

/** What changes give the player, for the limits of items; none where they give nothing. */
export async function giftsOf(
  { protocols }: Pick<UseCaseDeps, 'protocols'>,
  { server, uId, changes }: GivingEdit,
): Promise<Gifts> {
  const { protocol } = await protocols.known(server)
  const entries = givenItems(protocol, changes)
  return entries.length === 0 ? [] : [{ entries, to: { uIds: [uId] } }]
}

export const givingEdit = ({ server, uId }: Player, changes: readonly Change[]): GivingEdit => ({
  server,
  uId,
  changes,
})

/** The changes the game has not made. */
export function notDone(changes: readonly Change[], results: readonly ChangeVerdict[]): Change[] {
  const done = new Set(results.flatMap(({ index, status }) => (status === 0 ? [index] : [])))
  return changes.filter((_, index) => !done.has(index))
}

/** What an edit is counted under: it has a key of its own, or shares that of the rows of a job that were stored with it. */
export const useKeyOf = ({ id, use_key }: { id: string; use_key: string | null }): string =>
  use_key ?? `edit:${id}`
