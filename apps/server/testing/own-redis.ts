import { plainConfig } from '@qd/redis/contract'
import type { RedisConnection } from '@qd/redis/contract'
import type { Speaker } from './speak-to.ts'
import type { TestConsole } from './start-test-console.ts'

/** A connection of the line to the sandbox's Redis that may be written through, made by who manages connections. */
export async function ownRedis(
  { sandbox }: TestConsole,
  manager: Speaker,
  lineId: string,
): Promise<{ lineId: string; connectionId: string; name: string }> {
  const redis = sandbox?.redis
  if (redis === undefined) throw new Error('redis-server is needed')
  const name = `own-${lineId}`
  const config = plainConfig({ name, host: redis.host, port: redis.port, allowLoopback: true })
  const answer = await manager.post<{ connection: RedisConnection }>('/adjust/redis/connection/save', {
    lineId,
    config,
    secrets: { password: redis.password },
  })
  if (answer.http !== 200) throw new Error(answer.body.msg)
  return { lineId, connectionId: answer.body.data.connection.id, name }
}
