import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors, worthBy } from '@qd/contract-kit'
import type { WorthRate } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import { askEach, currenciesOfLine, fromGame } from '@qd/server-kit'
import type { CatalogueServer } from '@qd/server-kit'
import { codesErrors } from '../../contract/index.ts'
import type { GiftEntry } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { weighedUsesOf } from './most-uses.ts'

const ASKING = { atOnce: 8, perAnswerMs: 5_000, inAllMs: 20_000 }
const SHOWN = 10

/** One item of the gift, and what all codes of the batch give of it. */
export interface GivenItem {
  readonly number: string
  readonly each: bigint
  readonly total: bigint
  /** Null: nobody can say. */
  readonly worth: bigint | null
  /** What the console says it is worth on a line of the batch; where it says nothing, the game does. */
  readonly rates: readonly (readonly [lineId: string, rate: WorthRate])[]
  /** Null: nobody can say. */
  readonly isCurrency: boolean | null
  /** Null: no server tells its items. */
  readonly item: ItemRow | null
}

interface TellingServer {
  sId: number
  /** Null: it does not offer its items. */
  items: ReadonlyMap<string, ItemRow> | null
}

/** Lines where the codes of a batch are good. */
export const linesOf = ({ line_id, also_lines }: Pick<BatchRow, 'line_id' | 'also_lines'>): string[] => [
  line_id,
  ...(parseJsonText(also_lines) as string[]),
]

export const some = (words: readonly string[], between = ', ') =>
  words.length <= SHOWN ? words.join(between) : `${words.slice(0, SHOWN).join(between)} … (${words.length})`

async function askServer(
  { reach, items }: UseCaseDeps,
  server: CatalogueServer,
  signal: AbortSignal,
): Promise<TellingServer> {
  const { sId, key } = server
  try {
    const rows = await items.get(key, async () => {
      const { items: group, target } = await reach.reach(server)
      const list = await fromGame(group.list(target, { signal }))
      return new Map(list.map((row) => [String(row.number), row]))
    })
    return { sId, items: rows }
  } catch (error) {
    if (error instanceof AppError && error.def === coreErrors.capability_missing) return { sId, items: null }
    throw error
  }
}

/** Asks every server of the lines. Throws the first failure where none answers: then nobody can say what the gift is. */
async function askServers(deps: UseCaseDeps, row: BatchRow): Promise<TellingServer[]> {
  const servers = linesOf(row).flatMap((lineId) => deps.reach.serversOf(lineId))
  if (servers.length === 0) throw new AppError(coreErrors.server_not_found)
  let failure: AppError | null = null
  const ask = async (server: CatalogueServer, signal: AbortSignal) => {
    try {
      return await askServer(deps, server, signal)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failure ??= error
      return null
    }
  }
  const answers = await askEach(servers, ask, ASKING, new AbortController().signal)
  const told = answers.filter((answer) => answer !== null)
  if (told.length === 0) throw failure ?? notAnswered()
  return told
}

/** Nothing was asked for but what there is. */
const notAnswered = () =>
  new AppError(coreErrors.upstream_timeout, { params: { outcome: { text: 'upstream.unchanged' } } })

function assertKnown(gift: readonly GiftEntry[], servers: readonly TellingServer[]): void {
  const lacking = servers.flatMap(({ sId, items }) =>
    items === null
      ? []
      : gift.filter(({ number }) => !items.has(number)).map(({ number }) => `${number} (S${sId})`),
  )
  if (lacking.length > 0)
    throw new AppError(codesErrors.code_gift_unknown, { field: 'gift', params: { items: some(lacking) } })
}

interface LineFacts {
  lineId: string
  rates: ReadonlyMap<string, WorthRate>
  /** Null: no server of the line offers its definition. */
  currencies: ReadonlySet<string> | null
}

/** What the console and the definitions say of the gift on each line where the codes are good. */
function askLines(deps: UseCaseDeps, row: BatchRow, numbers: readonly string[]): Promise<LineFacts[]> {
  return Promise.all(
    linesOf(row).map(async (lineId) => ({
      lineId,
      rates: await deps.worth.ratesOf(lineId, numbers),
      currencies: await currenciesOfLine(deps.currenciesOf, deps.reach.serversOf(lineId)),
    })),
  )
}

/** Of an item that some line has for a currency; null: none of those that can say has it, and others cannot. */
function isCurrencyOn(lines: readonly LineFacts[], number: string): boolean | null {
  if (lines.some(({ currencies }) => currencies?.has(number) === true)) return true
  return lines.some(({ currencies }) => currencies === null) ? null : false
}

/** The most it is worth on any of the lines: nobody knows where the codes are used. Null: on one nobody can say. */
function worthOn(
  lines: readonly LineFacts[],
  number: string,
  given: { total: bigint; values: readonly number[] },
): bigint | null {
  const worths = lines.map(({ rates }) => worthBy(given.total, rates.get(number), given.values))
  return worths.reduce((most, worth) => {
    if (most === null || worth === null) return null
    return worth > most ? worth : most
  }, 0n)
}

/** What a batch gives in all. Throws where a server that answers does not know an item of the gift. */
export async function giftFacts(deps: UseCaseDeps, row: BatchRow): Promise<GivenItem[]> {
  const gift = parseJsonText(row.gift) as GiftEntry[]
  const servers = await askServers(deps, row)
  assertKnown(gift, servers)
  const lines = await askLines(
    deps,
    row,
    gift.map(({ number }) => number),
  )
  const uses = BigInt(weighedUsesOf(row))
  return gift.map(({ number, quantity }) => {
    const known = servers.flatMap(({ items }) => items?.get(number) ?? [])
    const values = known.flatMap(({ value }) => value ?? [])
    const total = BigInt(quantity) * uses
    return {
      number,
      each: BigInt(quantity),
      total,
      worth: worthOn(lines, number, { total, values }),
      rates: lines.flatMap(({ lineId, rates }) => {
        const rate = rates.get(number)
        return rate === undefined ? [] : [[lineId, rate] as const]
      }),
      isCurrency: isCurrencyOn(lines, number),
      item: known[0] ?? null,
    }
  })
}
