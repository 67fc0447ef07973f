import { AppError } from '@qd/contract-kit'
import { canonicalJson } from '@qd/canonical-json'
import type { ItemRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { askEach, toAppError } from '@qd/server-kit'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'

/** Somebody looks at a page: a few slow servers must not keep them from what the others say. */
const LIMITS = { atOnce: 8, perAnswerMs: 5_000, inAllMs: 20_000 }

/** What servers say of one item: each way of saying it, with the servers that say so. */
export type Variants = Map<string, { row: ItemRow; sIds: number[] }>

export interface AskedServer {
  key: string
  sId: number
  serviceName: string
  hasAnswered: boolean
  /** Why it did not; null where it did, or where it was not asked. */
  failure: AppError | null
}

export interface LineItems {
  servers: readonly AskedServer[]
  items: ReadonlyMap<number, Variants>
}

export interface ReadOptions {
  /** Keys of servers that are left in peace this time. */
  spared?: ReadonlySet<string>
  signal?: AbortSignal
  inAllMs?: number
}

const timedOut = () => toAppError(new GameError({ kind: 'timeout' }))

/** Asks every server of a line for its items. */
export async function readLineItems(
  reach: ReachPort<'items'>,
  servers: readonly CatalogueServer[],
  { spared = new Set(), signal: callerLeft, inAllMs = LIMITS.inAllMs }: ReadOptions = {},
): Promise<LineItems> {
  const items = new Map<number, Variants>()
  const failures = new Map<string, AppError>()
  const note = (sId: number, row: ItemRow) => {
    const variants: Variants = items.get(row.number) ?? new Map()
    items.set(row.number, variants)
    const said = canonicalJson(row)
    const variant = variants.get(said) ?? { row, sIds: [] }
    variants.set(said, variant)
    // A list that names an item twice is that server's own affair.
    if (variant.sIds.at(-1) !== sId) variant.sIds.push(sId)
  }
  const ask = async (server: CatalogueServer, signal: AbortSignal) => {
    try {
      const { items: group, target } = await reach.reach(server)
      const rows = await group.list(target, { signal })
      if (signal.aborted) return null
      for (const row of rows) note(server.sId, row)
      return server.key
    } catch (error) {
      if (!(error instanceof GameError || error instanceof AppError)) throw error
      failures.set(server.key, error instanceof GameError ? toAppError(error) : error)
      return null
    }
  }
  const asked = servers.filter(({ key }) => !spared.has(key))
  const left = callerLeft ?? new AbortController().signal
  const answered = new Set(await askEach(asked, ask, { ...LIMITS, inAllMs }, left))
  const failureOf = (key: string) => {
    if (answered.has(key) || spared.has(key)) return null
    return failures.get(key) ?? timedOut()
  }
  return {
    servers: servers.map(({ key, sId, serviceName }) => ({
      key,
      sId,
      serviceName,
      hasAnswered: answered.has(key),
      failure: failureOf(key),
    })),
    items,
  }
}

/** The way most servers say it. */
export function usual(variants: Variants): { row: ItemRow; sIds: number[] } | null {
  let most: { row: ItemRow; sIds: number[] } | null = null
  for (const each of variants.values()) if (most === null || each.sIds.length > most.sIds.length) most = each
  return most
}
