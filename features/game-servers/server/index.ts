import { SILENT_AFTER_MS } from '@qd/game-contract/open'
import { serve } from '@qd/server-kit'
import type { GameServersPort, ServerFeature, ServerRecord } from '@qd/server-kit'
import type { GameMeta } from '@qd/game-contract'
import * as contract from '../contract/index.ts'
import * as open from '../contract/open-calls.ts'
import { gameServerCleanUps } from './clean-ups.ts'
import type { GameServersDeps, UseCaseDeps } from './game-servers-deps.ts'
import { createMetaNotes } from './live/note-meta.ts'
import { showStates } from './live/show-states.ts'
import { SilenceWatch } from './live/watch-silence.ts'
import { createOnlineHistory } from './online/online-history.ts'
import { createAdmission } from './open/admit-calls.ts'
import { listServers } from './open/list-servers.ts'
import { takeHeartbeat } from './open/take-heartbeat.ts'
import { verifyWrite } from './open/verify-write.ts'
import { changeServerState } from './set-server-state.ts'
import type { GameServerTables } from './tables.ts'
import { WriteNotes } from './writes/write-notes.ts'
import type { SentWrite } from './writes/write-notes.ts'

export { gameServerMigrations } from './migrations.ts'
export type { GameServersDeps, GameServerTimes } from './game-servers-deps.ts'
export type { GameServerTables } from './tables.ts'

const WATCH_EVERY_MS = 5_000

export interface GameServersFeature extends ServerFeature {
  /** What the guard asks of calls from game servers. */
  readonly port: GameServersPort
  /** Keeps that a write is about to be sent; awaited before it is. */
  noteWrite(server: { game: string; platform: number; sId: number }, write: SentWrite): Promise<void>
  /** Takes what a server said of itself when a page asked; never fails. */
  noteMeta(server: ServerRecord, meta: GameMeta): void
  /** Looks for servers that fell silent, as happens regularly. */
  lookForSilence(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** What game servers tell the console by themselves, and what follows from it. */
export function createGameServersFeature(given: GameServersDeps): GameServersFeature {
  const { catalogue, reach, notifications, log, openKeysOf, nowMs = Date.now } = given
  const deps: UseCaseDeps = {
    store: given.store.as<GameServerTables>(),
    catalogue,
    reach,
    notifications,
    log,
    nowMs,
    times: {
      silentAfterMs: given.times?.silentAfterMs ?? SILENT_AFTER_MS,
      watchEveryMs: given.times?.watchEveryMs ?? WATCH_EVERY_MS,
    },
  }
  const admission = createAdmission(deps, given)
  const notes = new WriteNotes(deps.store, nowMs)
  const noteMeta = createMetaNotes(deps)
  const showOnlineHistory = createOnlineHistory(deps)
  const watch = new SilenceWatch(deps)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null

  function look(): Promise<void> {
    looking ??= watch
      .look()
      .catch((error: unknown) => {
        // Heartbeats could not be taken either.
        watch.startOver()
        log.error(error, 'silent game servers could not be looked for')
      })
      .finally(() => {
        looking = null
      })
    return looking
  }

  return {
    name: 'game-servers',
    texts: new URL('../contract/locales/', import.meta.url),
    permissions: [contract.hearOfSilence],
    notifications: [contract.serverSilent, contract.serverBack],
    port: {
      find: (game, platform, sId) =>
        catalogue.current().serverByKey.get(`${game}:${platform}:${sId}`) ?? null,
      keysOf: openKeysOf,
      ...admission,
    },
    noteWrite: ({ game, platform, sId }, write) => notes.note(`${game}:${platform}:${sId}`, write),
    noteMeta: (server, meta) => {
      noteMeta(server, meta).catch((error: unknown) =>
        log.error(error, 'what a game server said was not kept'),
      )
    },
    lookForSilence: look,
    cleanUps: gameServerCleanUps(deps),
    async start() {
      await look()
      timer = setInterval(() => void look(), deps.times.watchEveryMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await looking
    },
    routes: [
      serve(open.heartbeat, { effect: 'store', handle: (input, ctx) => takeHeartbeat(deps, input, ctx) }),
      serve(open.verifyWrite, (input, ctx) => verifyWrite(deps, input, ctx)),
      serve(open.listedServers, (_input, ctx) => listServers(deps, ctx)),
      serve(contract.serverStates, (_input, ctx) => showStates(deps, ctx)),
      serve(contract.onlineHistory, (input, ctx) => showOnlineHistory(input, ctx)),
      serve(contract.setServerState, (input, ctx) => changeServerState(deps, input, ctx)),
    ],
  }
}
