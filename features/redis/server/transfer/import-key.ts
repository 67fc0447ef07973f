import type { RowOutcome, StoredFile } from '@qd/server-kit'
import { redisErrors } from '../../contract/index.ts'
import type { TransferFormat } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { uploadName } from '../keys/upload-name.ts'
import type { Arg } from '../link/redis-link.ts'
import { failedBy } from '../jobs/row-outcome.ts'
import type { KeyEnd } from './formats.ts'
import { partsOf } from './key-groups.ts'
import { importedName } from './look-at-file.ts'

/** What is left behind when the console itself ends on the way goes by itself. */
const LEFT_MS = '3600000'

export interface ImportWay {
  readonly database: RedisDatabase
  readonly file: Pick<StoredFile, 'pieces'>
  readonly format: TransferFormat
  readonly prefix: string | { base64: string } | undefined
  readonly conflict: 'skip' | 'replace' | 'fail'
  readonly ttl: 'keep' | 'left' | 'none'
  /** Keeps what is about to be written over. */
  keep(key: Buffer): Promise<unknown>
  readonly signal: AbortSignal
}

const isThere = ({ conflict }: ImportWay): RowOutcome => ({
  status: conflict === 'skip' ? 'skipped' : 'failed',
  code: redisErrors.redis_key_exists.code,
})

/** When the key is to end, epoch ms; null: never. */
function endAt({ ttl }: ImportWay, end: KeyEnd | null): number | null {
  if (ttl === 'none' || end === null) return null
  const after = end.leftMs === null ? null : Date.now() + end.leftMs
  return ttl === 'left' ? (after ?? end.at) : (end.at ?? after)
}

/** Sends commands that belong together; the first that is refused ends it. */
async function send(
  { database, signal }: ImportWay,
  commands: readonly (readonly Arg[])[],
): Promise<unknown[]> {
  const replies = await database.runAll(commands, { signal })
  const fault = replies.find((reply) => reply instanceof Error)
  if (fault !== undefined) throw fault
  return replies
}

/** Writes the lines of one key under a name of its own; answers the key and when it is to end, null for no lines. */
async function writeAside(
  way: ImportWay,
  range: { from: number; to: number; line: number },
  state: { name: Buffer | null },
): Promise<{ target: Buffer; at: number | null } | RowOutcome> {
  let target: Buffer | null = null
  let end: KeyEnd | null = null
  let isFirst = true
  for await (const read of partsOf(way.file, way.format, range)) {
    if ('fault' in read) throw read.fault
    const { part } = read
    end ??= part.end
    if (target === null) {
      target = importedName(part.key, way.prefix)
      if (way.conflict !== 'replace' && String((await send(way, [['EXISTS', target]]))[0]) === '1')
        return isThere(way)
      state.name = uploadName(target, way.database.connection.isCluster)
    }
    const commands = part.commands(state.name!, isFirst)
    if (commands.length === 0) continue
    await send(way, isFirst ? [...commands, ['PEXPIRE', state.name!, LEFT_MS]] : commands)
    isFirst = false
  }
  if (target === null || isFirst) return { status: 'failed', code: redisErrors.redis_value_invalid.code }
  return { target, at: endAt(way, end) }
}

async function takePlace(way: ImportWay, target: Buffer, name: Buffer): Promise<RowOutcome> {
  if (way.conflict === 'replace') {
    await way.keep(target)
    await send(way, [['RENAME', name, target]])
    return { status: 'done' }
  }
  const [renamed] = await send(way, [['RENAMENX', name, target]])
  // Somebody made it meanwhile.
  return String(renamed) === '1' ? { status: 'done' } : isThere(way)
}

/**
 * Brings one key in: it is written whole under another name and then takes its place, so that nobody sees half of it and
 * a fault leaves what was there. Throws where the server is away.
 */
export async function importKey(
  way: ImportWay,
  range: { from: number; to: number; line: number },
): Promise<RowOutcome> {
  const state = { name: null as Buffer | null }
  let outcome: RowOutcome
  let fault: Error | null = null
  try {
    const written = await writeAside(way, range, state)
    if ('status' in written) outcome = written
    // It is over already.
    else if (written.at !== null && written.at <= Date.now())
      outcome = { status: 'skipped', code: redisErrors.redis_key_not_found.code }
    else {
      const { target, at } = written
      const name = state.name!
      await send(way, [at === null ? ['PERSIST', name] : ['PEXPIREAT', name, String(at)]])
      outcome = await takePlace(way, target, name)
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    fault = error
    outcome = { status: 'failed' }
  }
  if (state.name !== null && outcome.status !== 'done')
    await way.database.run(['UNLINK', state.name], { isQuiet: true }).catch(() => null)
  return fault === null ? outcome : failedBy(fault)
}
