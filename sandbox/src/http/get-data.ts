import type { DataGetReply, DataGetRequest } from '@qd/game-contract'
import { diffInfoOf, ownValue } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import { say } from '../texts/say.ts'

function infoOf(game: Game, diff: string): DiffInfo {
  const info = diffInfoOf(game.definitions.protocol, diff)
  if (!info || info.netKey === '')
    throw new GameFailure(3002, say('没有模块 {diff}', { diff }), { field: 'items' })
  return info
}

function pickRows(module: unknown, keys: readonly string[]): Record<string, unknown> {
  const rows = module as Record<string, unknown>
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(rows, key)).map((key) => [key, rows[key]]))
}

/** A player's modules as they stand; no items means all of them. */
export function getData(game: Game, { uId, items }: DataGetRequest): DataGetReply {
  const player = game.player(uId)
  const { protocol } = game.definitions
  const all = Object.values(protocol.diffInfos).filter((info) => info.netKey !== '')
  const wanted: { diff: string; keys?: string[] }[] =
    items.length > 0 ? items : all.map(({ name }) => ({ diff: name }))
  const tables: Record<string, unknown> = {}
  for (const { diff, keys } of wanted) {
    const info = infoOf(game, diff)
    const module = ownValue(player.document, info.netKey) ?? {}
    tables[info.netKey] = keys === undefined || info.key === '' ? module : pickRows(module, keys)
  }
  return { version: String(player.version), online: game.players.isOnline(player.uId), tables }
}
