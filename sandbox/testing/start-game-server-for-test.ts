import { randomBytes } from 'node:crypto'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { QD1 } from '@qd/game-frame'
import type { GameLog } from '../src/game/game-log.ts'
import { NOTABLE_U_ID } from '../src/game/seed/notable-players.ts'
import { openGameServer } from '../src/server/game-server.ts'
import { SOCKET_PATH } from '../src/socket/socket-path.ts'
import type { GameServer } from '../src/server/game-server.ts'
import { findServer } from '../src/world/find-server.ts'
import { world } from '../src/world/world.ts'

export interface TestServerOptions {
  sId?: number
  /** Seeded players; S123 always gets enough to hold the player of the pictures. */
  players?: number
  /** A file to keep; else the data lives in memory. */
  databasePath?: string
  protocolDir?: string
}

/** Real time of a server under test; it moves only by `advance` once it has been set. */
export interface TestClock {
  now: () => number
  advance: (ms: number) => void
}

export interface TestGameServer {
  server: GameServer
  target: GameServerTarget
  clock: TestClock
  /** Log lines so far. */
  lines: { level: string; event: string; facts: Record<string, unknown> }[]
  stop: () => Promise<void>
}

const NOTABLE_SEQUENCE = Number(NOTABLE_U_ID.slice(-6))

function testClock(): TestClock {
  let shiftMs = 0
  return {
    now: () => Date.now() + shiftMs,
    advance: (ms) => {
      shiftMs += ms
    },
  }
}

/** One real game server in this process, on a free port, without a tick of its own. */
export async function startGameServerForTest(options: TestServerOptions = {}): Promise<TestGameServer> {
  const sId = options.sId ?? 123
  const { operator, line, server: place } = findServer(sId)
  const clock = testClock()
  const lines: TestGameServer['lines'] = []
  const log: GameLog = { write: (level, event, facts) => lines.push({ level, event, facts }) }
  const key = { serverId: `S${sId}`, keyId: `test-${sId}`, hashKey: randomBytes(32).toString('hex') }
  const players = options.players ?? 20
  const server = await openGameServer({
    ...key,
    platform: operator.platform,
    sId,
    environment: line.environment,
    databasePath: options.databasePath ?? ':memory:',
    now: clock.now,
    initialOffsetMs: place.initialOffsetMs,
    players: sId === 123 ? Math.max(players, NOTABLE_SEQUENCE) : players,
    protocolDir: options.protocolDir,
    log,
    preferredPort: 0,
    gameId: world.game.id,
  })
  const address = `127.0.0.1:${server.port}`
  const target: GameServerTarget = {
    ...key,
    game: world.game.id,
    platform: operator.platform,
    sId,
    apiUrl: `http://${address}`,
    ws: `ws://${address}${SOCKET_PATH}`,
    codec: QD1,
    networks: recordNetworks({ allowLoopback: true }),
  }
  return { server, target, clock, lines, stop: server.close }
}
