import { GameError } from '@qd/game-contract/adapter'
import { isForbiddenKey } from '@qd/protocol-model'
import type { PlayerData } from '@qd/protocol-model'
import type { ReachedServer } from '@qd/server-kit'

export interface ReadModules {
  version: string
  online: boolean
  data: PlayerData
}

/** A server that never comes to an end is not read forever. */
const MAX_ROUNDS = 200
/** What one call of the contract takes. */
const MAX_ITEMS = 500

type Item = { diff: string; cursor?: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergeTables(data: PlayerData, tables: Record<string, unknown>): void {
  for (const [netKey, part] of Object.entries(tables)) {
    if (isForbiddenKey(netKey))
      throw new GameError({ kind: 'garbage', msg: `the key ${netKey} is not allowed` })
    const held = data[netKey]
    data[netKey] = isObject(held) && isObject(part) ? { ...held, ...part } : part
  }
}

/** The named modules of a player, all pages of them; rejects with GameError. */
export async function readModules(
  { adapter, target }: ReachedServer,
  asked: { uId: string; diffs: readonly string[] },
  signal?: AbortSignal,
): Promise<ReadModules> {
  const data: PlayerData = Object.create(null)
  let open: Item[] = [...new Set(asked.diffs)].map((diff) => ({ diff }))
  let last = { version: '', online: false }
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new GameError({ kind: 'garbage', msg: 'the data has no end' })
    const items = open.slice(0, MAX_ITEMS)
    const reply = await adapter.dataGet(target, { uId: asked.uId, items }, signal && { signal })
    mergeTables(data, reply.tables)
    last = reply
    const more = Object.entries(reply.cursors ?? {}).map(([diff, cursor]) => ({ diff, cursor }))
    open = [...open.slice(MAX_ITEMS), ...more.filter(({ diff }) => items.some((item) => item.diff === diff))]
  }
  return { version: last.version, online: last.online, data }
}
