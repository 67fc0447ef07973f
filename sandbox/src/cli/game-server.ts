import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ConsoleAt } from '../console/console-client.ts'
import { runTick } from '../game/tick/run-tick.ts'
import { startWandering } from '../game/tick/wander.ts'
import { RedisMirror } from '../redis/redis-mirror.ts'
import { FileLog } from '../server/file-log.ts'
import { openGameServer } from '../server/game-server.ts'
import { findServer } from '../world/find-server.ts'
import { world } from '../world/world.ts'
import type { LaterLine, ReadyLine, ServerConfig } from './server-config.ts'

const TICK_MS = 1000

interface RunningServer {
  /** Tells the server where the console is. */
  callConsole: (at: ConsoleAt) => void
  close: () => Promise<void>
}

async function run(config: ServerConfig): Promise<RunningServer> {
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
  // Written before the ready line, so that servers started after this one compile nothing again.
  flushCompileCache()
  console.log(JSON.stringify({ port: server.port, refused } satisfies ReadyLine))
  startWandering(server.game, players)
  const redis = config.redis ? new RedisMirror(server.game, config.redis) : null
  const timer = setInterval(() => {
    runTick(server.game)
    redis?.mirror()
    file.flush()
  }, TICK_MS)
  return {
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

const input = createInterface({ input: process.stdin })
let running: Promise<RunningServer> | null = null
input.on('line', (text) => {
  if (running !== null) {
    const { console: at } = JSON.parse(text) as LaterLine
    running.then(({ callConsole }) => callConsole(at)).catch(() => undefined)
    return
  }
  running = run(JSON.parse(text) as ServerConfig)
  running.catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
})
// The pipe closes when the sandbox stops and also when it is killed, so no server outlives it.
input.on('close', () => {
  Promise.resolve(running)
    .then((server) => server?.close())
    .finally(() => process.exit(0))
})
// A signal to the whole group, as from a terminal, is followed by the end of the pipe.
process.on('SIGINT', () => undefined)
