import { AppError, coreErrors } from '@qd/contract-kit'
import { canonicalJson } from '@qd/canonical-json'
import type { ItemRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { askEach, toAppError } from '@qd/server-kit'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'

/** Somebody looks at a page: a few slow servers must not keep them from what the others say. */
const LIMITS = { atOnce: 8, perAnswerMs: 5_000, inAllMs: 20_000 }

/** What servers say of one item: each way of saying it, with the servers that say so. */
export type Variants = Map<string, { row: ItemRow; sIds: number[] }>

export interface LineItems {
  servers: readonly { sId: number; serviceName: string; hasAnswered: boolean }[]
  items: ReadonlyMap<number, Variants>
}

/** Asks every server of a line for its items. Throws the first failure when none answers. */
export async function readLineItems(
  reach: ReachPort<'items'>,
  servers: readonly CatalogueServer[],
): Promise<LineItems> {
  const items = new Map<number, Variants>()
  let failure: AppError | null = null
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
      for (const row of await group.list(target, { signal })) note(server.sId, row)
      return true
    } catch (error) {
      if (!(error instanceof GameError || error instanceof AppError)) throw error
      failure ??= error instanceof GameError ? toAppError(error) : error
      return null
    }
  }
  const answers = await askEach(servers, ask, LIMITS, new AbortController().signal)
  if (!answers.includes(true)) throw failure ?? new AppError(coreErrors.server_not_found)
  return {
    servers: servers.map(({ sId, serviceName }, at) => ({
      sId,
      serviceName,
      hasAnswered: answers[at] === true,
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
