import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TestRedis {
  readonly port: number
  readonly folder: string
  readonly pid: number
  stop(): Promise<void>
}

/** A port nobody has at the moment; another process may take it before it is used, so who uses it tries again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** RediSearch 1.2 of Debian (`redis-redisearch`), for `--loadmodule`. */
export const SEARCH_MODULE = '/usr/lib/redis/modules/redisearch.so'

/** Starts the real redis-server on a free port of loopback; `args` are its settings, e.g. `--requirepass x`. */
export async function startRedis(args: readonly string[] = []): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-redis-'))
  for (;;) {
    const port = await freePort()
    const given = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...args]
    const child = spawn('redis-server', given, { stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !(await isListening(port))) await sleep(10)
    if (child.exitCode !== null) continue
    return {
      port,
      folder,
      pid: child.pid!,
      async stop() {
        child.kill('SIGKILL')
        await ended
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
}
