import { plainConfig } from '@qd/redis/contract'
import type { RedisConnection } from '@qd/redis/contract'
import { SEARCH_MODULE, startRedis } from '@qd/testing'
import type { Speaker } from './speak-to.ts'

export interface SearchRedis {
  readonly name: string
  /** Sends one command as the manager of the connection. */
  send(command: string, ...params: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** A Redis with RediSearch, and a connection to it in the line, made by who manages connections. */
export async function searchRedis(manager: Speaker, lineId: string): Promise<SearchRedis> {
  const { port, stop } = await startRedis(['--loadmodule', SEARCH_MODULE])
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
