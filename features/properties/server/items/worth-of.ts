import { AppError, NO_WORTH, sumOfWorths, worthBy } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import { createKeptAnswers, fromGame } from '@qd/server-kit'
import type { CatalogueServer, RatesPort, ReachPort, WorthPort } from '@qd/server-kit'
import { seenItems } from './seen-items.ts'
import type { ReadDeps } from './read-and-note.ts'
import { ratesOf } from '../values/value-records.ts'

const FRESH_MS = 60_000
/** Somebody waits for their edit. */
const DEADLINE_MS = 2_000

type Items = ReadonlyMap<string, ItemRow>

const byNumber = (rows: readonly ItemRow[]): Items => new Map(rows.map((row) => [String(row.number), row]))

async function askServer(reach: ReachPort<'items'>, server: CatalogueServer): Promise<Items> {
  const { items, target } = await reach.reach(server)
  return byNumber(await fromGame(items.list(target, { signal: AbortSignal.timeout(DEADLINE_MS) })))
}

/** What items are worth by the console's rates, by a server, or by what its line is remembered to have while it does not tell. */
export function createWorthPort({ store, reach, nowMs }: ReadDeps): WorthPort & RatesPort {
  const kept = createKeptAnswers<Items>({ freshMs: FRESH_MS, now: nowMs })

  async function itemsOf(server: CatalogueServer): Promise<Items> {
    try {
      return await kept.get(server.key, () => askServer(reach, server))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const seen = await seenItems(store, server.lineId)
      return byNumber([...seen.values()].map(({ row }) => row))
    }
  }

  return {
    async worthOf(server, totals) {
      if (totals.size === 0) return NO_WORTH
      const rates = await ratesOf(store.read, server.lineId, [...totals.keys()])
      const isRated = [...totals.keys()].every((number) => rates.has(number))
      const known = isRated ? new Map<string, ItemRow>() : await itemsOf(server)
      return sumOfWorths(
        Array.from(totals, ([number, total]) => {
          const value = known.get(number)?.value
          return worthBy(total, rates.get(number), value === undefined ? [] : [value])
        }),
      )
    },
    ratesOf: (lineId, numbers) => ratesOf(store.read, lineId, numbers),
    async namesOf(server) {
      const known = await itemsOf(server)
      return new Map([...known].map(([number, { name }]) => [number, name]))
    },
  }
}
