import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { keyUpload } from '../../contract/index.ts'
import type { Bin } from '../bin/bin.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Plan, PlanCheck } from './plan.ts'
import { runPlan } from './run-plan.ts'
import { uploadName } from './upload-name.ts'
import { asKeyError, keyChanged, valueInvalid } from './words.ts'

type Asked = RouteInput<typeof keyUpload>['query']

/** Bytes of one APPEND. */
const PIECE = 1_048_576
/** What is left behind when the console itself ends on the way goes by itself. */
const LEFT_MS = '3600000'

async function* gathered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < PIECE) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

const isText = (args: PlanCheck['args'], wanted: string, orElse = keyChanged): PlanCheck => ({
  args,
  is: 'text',
  wanted,
  orElse,
})

/** The new bytes take the key's place when it is what was seen; the end it has stays. */
function takePlace(key: Buffer, name: Buffer, expectBytes: number, hasEnd: boolean): Plan {
  const keys = [key, name]
  if (expectBytes < 0) {
    const keyExists = () => new AppError(redisErrors.redis_key_exists, { field: 'key' })
    return {
      keys,
      checks: [isText(['EXISTS', key], '0', keyExists)],
      writes: [
        ['PERSIST', name],
        ['RENAME', name, key],
      ],
    }
  }
  const seen = [isText(['TYPE', key], 'string'), isText(['STRLEN', key], String(expectBytes))]
  if (!hasEnd) {
    const checks = [...seen, isText(['PTTL', key], '-1')]
    return {
      keys,
      checks,
      writes: [
        ['PERSIST', name],
        ['RENAME', name, key],
      ],
    }
  }
  const left: PlanCheck = { args: ['PTTL', key], is: 'any', wanted: '', orElse: keyChanged }
  return {
    keys,
    checks: [...seen, left],
    writes: [
      ['PEXPIRE', name, { of: 2 }],
      ['RENAME', name, key],
    ],
  }
}

interface UploadAsk {
  readonly database: RedisDatabase
  readonly key: Buffer
  readonly asked: Pick<Asked, 'expectBytes'>
  readonly pieces: AsyncIterable<Buffer>
  readonly by: string
}

async function putInPlace(bin: Bin, { database, key, asked, by }: UploadAsk, name: Buffer): Promise<void> {
  const isNew = asked.expectBytes < 0
  const kept = isNew ? null : await bin.keep(database, key, { action: 'overwritten', by })
  try {
    const ttl = isNew ? -1 : Number(await database.run(['PTTL', key], { isQuiet: true }))
    await runPlan(database, takePlace(key, name, asked.expectBytes, ttl >= 0))
  } catch (error) {
    if (kept !== null && error instanceof AppError && error.def.status < 500) await bin.forget(kept.binId)
    throw error
  }
}

/** Takes bytes as they come, in a key of its own until all are there; answers how many. */
export async function upload(bin: Bin, ask: UploadAsk): Promise<number> {
  const { database, key, asked, pieces } = ask
  if (key.length === 0) throw valueInvalid('key', 'emptyName')
  const name = uploadName(key, database.connection.isCluster)
  let bytes = 0
  try {
    await database.run(['SET', name, '', 'PX', LEFT_MS], { isQuiet: true })
    for await (const piece of gathered(pieces)) {
      await database.run(['APPEND', name, piece], { isQuiet: true })
      bytes += piece.length
    }
    await putInPlace(bin, ask, name)
    return bytes
  } catch (error) {
    await database.run(['UNLINK', name], { isQuiet: true }).catch(() => null)
    const { redis_add_failed: add, redis_edit_failed: edit } = redisErrors
    throw asKeyError(error, asked.expectBytes < 0 ? add : edit)
  }
}
