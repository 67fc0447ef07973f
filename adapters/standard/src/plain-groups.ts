import { GAME_CALLS } from '@qd/game-contract'
import { mapPlainCalls } from '@qd/game-contract/adapter'
import type { CallOptions, GameServerTarget, PlainCallName, PlainGroups } from '@qd/game-contract/adapter'
import type { GameHttp } from './http/game-http.ts'

type Input = Record<string, unknown> & { idempotencyKey?: string }

function plainCall(http: GameHttp, name: PlainCallName) {
  if (GAME_CALLS[name].method === 'GET')
    return (target: GameServerTarget, options?: CallOptions) => http.call(target, name, { ...options })
  return (target: GameServerTarget, { idempotencyKey, ...body }: Input, options?: CallOptions) =>
    http.call(target, name, { body, idempotencyKey, ...options })
}

/** The groups whose calls send what they are given and return what comes back. */
export function plainGroups(http: GameHttp): PlainGroups {
  // What one loop makes of all names has no type for each; the table the types are made from is the same.
  const groups = mapPlainCalls((name) => plainCall(http, name)) as PlainGroups
  const { lookup } = groups.players
  return {
    ...groups,
    players: {
      // Keyboards write one letter in several ways; a game compares with what it stored.
      lookup: (target, request, options) =>
        lookup(target, { ...request, value: request.value.normalize('NFC') }, options),
    },
  }
}
