import type { GameMeta } from '@qd/game-contract'
import type { Game } from '../game/game.ts'
import { CATALOGUE_MD5 } from '../world/catalogue.ts'
import { world } from '../world/world.ts'
import { MAX_BODY_BYTES } from './read-body.ts'

const BUILD = 'lantern-1.9.0'

const CAPABILITIES = [
  'time',
  'players.lookup',
  'protocol',
  'proto',
  'data.get',
  'data.check',
  'data.change',
  'items',
  'limits',
  'channels',
  'accounts.create',
  'cross',
  'commands',
  'socket',
]

/** The clock of a production server cannot be moved. */
export function canSetTime(game: Game): boolean {
  return game.environment !== 'production'
}

export function metaOf(game: Game): GameMeta {
  return {
    contract: '1.0',
    game: world.game.id,
    serverIds: [game.sId],
    build: BUILD,
    protocolMd5: game.definitions.md5,
    configVersions: { catalogue: { version: '2026.11', md5: CATALOGUE_MD5 } },
    capabilities: canSetTime(game) ? [...CAPABILITIES, 'time.set'] : CAPABILITIES,
    onlinePolicies: ['live', 'kick', 'refuse'],
    limits: { maxBatch: 1000, maxBody: MAX_BODY_BYTES, rps: 200 },
    clock: game.clock.reading(),
    online: game.players.online().length,
    startedAt: game.startedAtMs,
  }
}
