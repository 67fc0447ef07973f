import { UNKNOWN_WORTH, addWorths } from '@qd/contract-kit'
import type { Worth } from '@qd/contract-kit'
import { givenItems } from '@qd/player-edit'
import type { CatalogueServer } from '@qd/server-kit'
import type { Change } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'

/** Changes to so many players of a server. */
export interface GivenThere {
  server: CatalogueServer
  changes: readonly Change[]
  players: number
}

/** Answers of several servers are worth the same, so one of a line is asked. */
async function totalsByLine({ protocols }: Pick<UseCaseDeps, 'protocols'>, given: readonly GivenThere[]) {
  const lines = new Map<string, { server: CatalogueServer; totals: Map<string, bigint> }>()
  for (const { server, changes, players } of given) {
    const { protocol } = await protocols.known(server)
    const { totals } = lines.get(server.lineId) ?? { totals: new Map<string, bigint>() }
    for (const { number, quantity } of givenItems(protocol, changes))
      totals.set(number, (totals.get(number) ?? 0n) + BigInt(quantity) * BigInt(players))
    if (totals.size > 0 && !lines.has(server.lineId)) lines.set(server.lineId, { server, totals })
  }
  return lines.values()
}

/** What all that changes give is worth, for approvals. */
export async function worthOfChanges(
  deps: Pick<UseCaseDeps, 'protocols' | 'items'>,
  given: readonly GivenThere[],
): Promise<Worth> {
  const worths: Worth[] = []
  for (const { server, totals } of await totalsByLine(deps, given))
    worths.push((await deps.items?.worth.worthOf(server, totals)) ?? UNKNOWN_WORTH)
  return addWorths(worths)
}

/** The same changes backwards, as far as what they give goes. */
export function backwards(change: Change): Change {
  const { value, old, ...at } = change
  if (change.op === 'set') return { ...at, value: old, old: value }
  return change.op === 'remove' ? { ...at, op: 'add', value: old } : { ...at, op: 'remove', old: value }
}
