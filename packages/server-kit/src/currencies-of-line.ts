import { AppError } from '@qd/contract-kit'
import { askEach } from './ask-each.ts'
import type { CatalogueServer } from './ports/index.ts'

const ASKING = { atOnce: 8, perAnswerMs: 5_000, inAllMs: 20_000 }

/** Numbers of items that are a currency by the data definition of a server. Throws an AppError where it cannot be had. */
export type CurrenciesOf = (server: CatalogueServer) => Promise<ReadonlySet<string>>

/** What any of these servers of a line has for a currency; null: no definition can be had, so that nobody can say. */
export async function currenciesOfLine(
  currenciesOf: CurrenciesOf,
  servers: readonly CatalogueServer[],
): Promise<ReadonlySet<string> | null> {
  const ask = async (server: CatalogueServer) => {
    try {
      return await currenciesOf(server)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return null
    }
  }
  const answers = await askEach(servers, ask, ASKING, new AbortController().signal)
  const told = answers.filter((answer) => answer !== null)
  return told.length === 0 ? null : new Set(told.flatMap((numbers) => [...numbers]))
}
