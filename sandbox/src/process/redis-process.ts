import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisAddress } from '../cli/server-config.ts'

export interface RedisProcess extends RedisAddress {
  host: string
  stop: () => Promise<void>
}

/** Ends Redis when this process goes, even by kill -9: `cat` lives as long as the pipe to it. */
const KEEPER =
  'redis-server "$1" & child=$!; echo $child > "$2"; cat > /dev/null; kill $child; wait $child; rm -f "$2"'

const START_ATTEMPTS = 100

export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
}

function configText({ port, password }: RedisAddress, folder: string): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'save 60 1',
    'maxmemory 128mb',
    'maxmemory-policy allkeys-lru',
    'databases 16',
    'loglevel warning',
    `logfile ${JSON.stringify(join(folder, 'redis.log'))}`,
    '',
  ].join('\n')
}

/** Whether somebody listens on the port of the loopback address. */
export async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Refused: not listening.
    return false
  } finally {
    socket.destroy()
  }
}

/** Starts the real redis-server under the data folder on a port that is free; null when it does not come up. */
export async function startRedis(dataDir: string, address: RedisAddress): Promise<RedisProcess | null> {
  const folder = join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(dataDir, 'pids'), { recursive: true })
  const configPath = join(folder, 'redis.conf')
  writeFileSync(configPath, configText(address, folder), { mode: 0o600 })
  const pidFile = join(dataDir, 'pids', 'redis.pid')
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', configPath, pidFile], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(keeper, 'exit')
  keeper.stdin.on('error', () => undefined)
  const stop = async (): Promise<void> => {
    keeper.stdin.end()
    await ended
  }
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    if (await isListening(address.port)) return { host: '127.0.0.1', ...address, stop }
    await sleep(20)
  }
  await stop()
  return null
}
