import { CAPABILITIES } from '@qd/game-contract'
import type { GameMeta } from '@qd/game-contract'
import type { Game } from '../game/game.ts'
import { MAIL_LIMITS, PLAYER_LANGUAGES } from '../game/mail/mail-content.ts'
import { CATALOGUE_MD5 } from '../world/catalogue.ts'
import { world } from '../world/world.ts'
import { MAX_BODY_BYTES } from './read-body.ts'

/** Rows of one call. */
export const MAX_BATCH = 1000
const BUILD = 'lantern-1.9.0'
const CONFIG_VERSION = '2026.11'

/** What runs, as the heartbeat says it. */
export function versionsOf(game: Game) {
  return { build: BUILD, protocolMd5: game.definitions.md5, config: { catalogue: CONFIG_VERSION } }
}

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
    configVersions: { catalogue: { version: CONFIG_VERSION, md5: CATALOGUE_MD5 } },
    capabilities: Object.keys(CAPABILITIES).filter((name) => name !== 'time.set' || canSetTime(game)),
    onlinePolicies: ['live', 'kick', 'refuse'],
    limits: {
      maxBatch: MAX_BATCH,
      maxBody: MAX_BODY_BYTES,
      rps: 200,
      mail: { ...MAIL_LIMITS, languages: [...PLAYER_LANGUAGES] },
    },
    clock: game.clock.reading(),
    online: game.players.online().length,
    startedAt: game.startedAtMs,
  }
}
