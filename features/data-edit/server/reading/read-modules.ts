import { GameError } from '@qd/game-contract/adapter'
import type { LeftOut, PlayerData } from '@qd/protocol-model'
import type { ReachedServer } from '@qd/server-kit'
import type { WantedModule } from '@qd/player-edit'

export interface ReadModules {
  version: string
  online: boolean
  data: PlayerData
  /** What stands in it under names that are not carried; absent: nothing. */
  leftOut?: LeftOut[]
}

/** A server that never comes to an end is not read forever. */
const MAX_ROUNDS = 200
/** What one call of the contract takes. */
const MAX_ITEMS = 500

type Item = WantedModule & { cursor?: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergeTables(data: PlayerData, tables: Record<string, unknown>): void {
  for (const [netKey, part] of Object.entries(tables)) {
    const held = data[netKey]
    data[netKey] = isObject(held) && isObject(part) ? { ...held, ...part } : part
  }
}

/** The wanted modules of a player, all pages of them; rejects with GameError. */
export async function readModules(
  reached: ReachedServer<'data'>,
  asked: { uId: string; modules: readonly WantedModule[] },
  signal?: AbortSignal,
): Promise<ReadModules> {
  const data: PlayerData = Object.create(null)
  let open: Item[] = [...asked.modules]
  let last = { version: '', online: false }
  const leftOut: LeftOut[] = []
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new GameError({ kind: 'garbage', msg: 'the data has no end' })
    const items = open.slice(0, MAX_ITEMS)
    const reply = await reached.data.get(reached.target, { uId: asked.uId, items }, signal && { signal })
    mergeTables(data, reply.tables)
    leftOut.push(...(reply.leftOut ?? []))
    last = reply
    const { cursors = {} } = reply
    const more = items.flatMap((item) =>
      Object.hasOwn(cursors, item.diff) ? [{ ...item, cursor: cursors[item.diff]! }] : [],
    )
    open = [...open.slice(MAX_ITEMS), ...more]
  }
  const told = leftOut.length === 0 ? {} : { leftOut }
  return { version: last.version, online: last.online, data, ...told }
}
