import { plainConfig } from '@qd/redis/contract'
import type { RedisConnection } from '@qd/redis/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { Speaker } from './speak-to.ts'

/** RediSearch 1.2 of Debian (`redis-redisearch`). */
const MODULE = '/usr/lib/redis/modules/redisearch.so'
const ATTEMPTS = 5

export interface SearchRedis {
  readonly name: string
  /** Sends one command as the manager of the connection. */
  send(command: string, ...params: readonly string[]): Promise<void>
  stop(): Promise<void>
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

async function startServer(): Promise<{ port: number; stop(): Promise<void> }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = await freePort()
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--loadmodule', MODULE]
    const child = spawn('redis-server', args, { stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !(await isListening(port))) await sleep(10)
    if (child.exitCode !== null) continue
    return {
      port,
      async stop() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
  throw new Error(`redis-server does not start with ${MODULE}; is the package redis-redisearch installed?`)
}

/** A Redis with RediSearch, and a connection to it in the line, made by who manages connections. */
export async function searchRedis(manager: Speaker, lineId: string): Promise<SearchRedis> {
  const { port, stop } = await startServer()
  const name = `search-${lineId}`
  const config = plainConfig({ name, host: '127.0.0.1', port, allowLoopback: true })
  const body = { lineId, config, secrets: {} }
  const saved = await manager.post<{ connection: RedisConnection }>('/adjust/redis/connection/save', body)
  if (saved.http !== 200) {
    await stop()
    throw new Error(saved.body.msg)
  }
  const connConfig = { id: saved.body.data.connection.id }
  return {
    name,
    stop,
    async send(command, ...params) {
      const answer = await manager.post('/adjust/redisCommand', { lineId, connConfig, command, params })
      if (answer.http !== 200) throw new Error(`${command}: ${answer.body.msg}`)
    },
  }
}
