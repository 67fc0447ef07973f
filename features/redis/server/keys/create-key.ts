import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { KEY_BYTES, redisErrors } from '../../contract/index.ts'
import type { createKey } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg } from '../link/redis-link.ts'
import { runPlan } from './run-plan.ts'
import { checkScore } from './score.ts'
import { asKeyError, valueInvalid } from './words.ts'

type Asked = RouteInput<typeof createKey>['body']

const keyExists = () => new AppError(redisErrors.redis_key_exists, { field: 'key' })

function writeOf(key: Buffer, content: Asked['content']): Arg[] {
  switch (content.type) {
    case 'string':
      return ['SET', key, bufferOf(content.value)]
    case 'hash':
      return ['HSET', key, ...content.fields.flatMap(({ name, value }) => [bufferOf(name), bufferOf(value)])]
    case 'list':
      return ['RPUSH', key, ...content.values.map(bufferOf)]
    case 'set':
      return ['SADD', key, ...content.members.map(bufferOf)]
    case 'zset':
      return ['ZADD', key, ...content.members.flatMap(({ member, score }) => [score, bufferOf(member)])]
    case 'stream':
      return [
        'XADD',
        key,
        content.id,
        ...content.fields.flatMap(({ name, value }) => [bufferOf(name), bufferOf(value)]),
      ]
    case 'json':
      return ['JSON.SET', key, '$', content.value]
  }
}

function checkContent({ key: name, ttlMs, content }: Asked): void {
  const key = bufferOf(name)
  if (key.length === 0) throw valueInvalid('key', 'emptyName')
  if (key.length > KEY_BYTES) throw valueInvalid('key', 'tooLarge')
  if (ttlMs !== null && ttlMs <= 0) throw valueInvalid('ttlMs', 'noTtl')
  if (content.type === 'zset') for (const { score } of content.members) checkScore(score)
  if (content.type !== 'json') return
  try {
    parseJsonText(content.value)
  } catch {
    throw valueInvalid('content.value', 'noJson')
  }
}

/** Makes a key with its value and its end in one step; a key of this name stays as it is. */
export async function makeKey(database: RedisDatabase, asked: Asked): Promise<void> {
  checkContent(asked)
  const { ttlMs, content } = asked
  const key = bufferOf(asked.key)
  const end = ttlMs === null ? [] : [['PEXPIRE', key, String(ttlMs)]]
  try {
    await runPlan(database, {
      keys: [key],
      checks: [{ args: ['EXISTS', key], is: 'text', wanted: '0', orElse: keyExists }],
      writes: [writeOf(key, content), ...end],
    })
  } catch (error) {
    throw asKeyError(error, redisErrors.redis_add_failed)
  }
}
