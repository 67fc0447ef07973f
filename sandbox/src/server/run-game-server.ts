import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadyLine, ServerConfig } from '../cli/server-config.ts'
import type { ConsoleAt } from '../console/console-client.ts'
import { runTick } from '../game/tick/run-tick.ts'
import { startWandering } from '../game/tick/wander.ts'
import { RedisMirror } from '../redis/redis-mirror.ts'
import { findServer } from '../world/find-server.ts'
import { world } from '../world/world.ts'
import { FileLog } from './file-log.ts'
import { openGameServer } from './game-server.ts'

const TICK_MS = 1000

export interface RunningServer {
  ready: ReadyLine
  /** Tells the server where the console is. */
  callConsole: (at: ConsoleAt) => void
  close: () => Promise<void>
}

/** A game server with its files, its clock that ticks, and its mirror in Redis; answers when it resolves. */
export async function runGameServer(config: ServerConfig): Promise<RunningServer> {
  const { sId, dataDir, key, players } = config
  const { operator, line, server: place } = findServer(sId)
  const name = `S${sId}`
  for (const folder of ['games', 'logs', 'pids']) mkdirSync(join(dataDir, folder), { recursive: true })
  const pidFile = join(dataDir, 'pids', `${name}.pid`)
  writeFileSync(pidFile, String(process.pid))
  const refused: ReadyLine['refused'] = []
  const file = new FileLog(join(dataDir, 'logs', `${name}.log`), Date.now)
  const server = await openGameServer({
    ...key,
    platform: operator.platform,
    sId,
    environment: line.environment,
    databasePath: join(dataDir, 'games', `${name}.sqlite`),
    now: Date.now,
    initialOffsetMs: place.initialOffsetMs,
    players,
    protocolDir: config.protocolDir,
    log: {
      write: (level, event, facts) => {
        file.write(level, event, facts)
        if (event === 'protocol.refused')
          refused.push({ file: String(facts.file), reason: String(facts.reason) })
      },
    },
    preferredPort: config.preferredPort,
    gameId: world.game.id,
    ...(config.heartbeatMs === undefined ? {} : { heartbeatMs: config.heartbeatMs }),
  })
  startWandering(server.game, players)
  const redis = config.redis ? new RedisMirror(server.game, config.redis) : null
  const timer = setInterval(() => {
    runTick(server.game)
    redis?.mirror()
    file.flush()
  }, TICK_MS)
  return {
    ready: { port: server.port, refused },
    callConsole: (at) => server.console.callAt(at),
    close: async () => {
      clearInterval(timer)
      await redis?.close()
      await server.close()
      file.write('info', 'server.stopped', { sId })
      file.flush()
      rmSync(pidFile, { force: true })
    },
  }
}
