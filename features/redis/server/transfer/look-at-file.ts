import { hash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { StoredFile } from '@qd/server-kit'
import { TRANSFER_LIMITS, redisErrors } from '../../contract/index.ts'
import type { ImportPreview, RedisBytes, TransferFormat } from '../../contract/index.ts'
import { bufferOf, bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { keyGroups } from './key-groups.ts'
import { LineFault } from './line-fault.ts'

/** Keys that are asked for at once whether they are there. */
const ASKED = 500

/** Tells keys apart by 48 bits: among a million, a pair that is wrongly taken for one comes once in some hundred files. */
const markOf = (key: Buffer): number => hash('sha1', key, 'buffer').readUIntBE(0, 6)

export const importedName = (key: Buffer, prefix: RedisBytes | undefined): Buffer =>
  prefix === undefined ? key : Buffer.concat([bufferOf(prefix), key])

async function existing(
  database: RedisDatabase,
  keys: readonly Buffer[],
  signal: AbortSignal,
): Promise<number> {
  const replies = await database.runAll(
    keys.map((key) => ['EXISTS', key]),
    { isQuiet: true, signal },
  )
  const fault = replies.find((reply) => reply instanceof Error)
  if (fault !== undefined) throw fault
  return replies.filter((reply) => String(reply) === '1').length
}

/** What a file holds. */
export interface FileLook {
  readonly preview: ImportPreview
  /** Groups of lines, faulty ones included: the rows of an import. */
  readonly rows: number
  /** A key that comes again further below; 0: none. Its second part would take the place of the first. */
  readonly repeatedLine: number
}

/** Reads a whole file; with a database also asks which of its keys are there. Throws `redis_too_many_keys`. */
export async function lookAtFile(
  file: Pick<StoredFile, 'pieces' | 'size'>,
  { format, prefix }: { format: TransferFormat; prefix: RedisBytes | undefined },
  {
    database,
    signal,
    say,
  }: {
    database: RedisDatabase | null
    signal: AbortSignal
    say: (fault: LineFault) => string
  },
): Promise<FileLook> {
  const { keys: most, faults: mostFaults, sample: shown } = TRANSFER_LIMITS
  const types = new Map<string, number>()
  const seen = new Set<number>()
  const sample: Buffer[] = []
  const faults: { line: number; reason: string }[] = []
  let [rows, keys, ending, there, faultCount, repeatedLine] = [0, 0, 0, 0, 0, 0]
  let waiting: Buffer[] = []
  const askWaiting = async (): Promise<void> => {
    if (database !== null && waiting.length > 0) there += await existing(database, waiting, signal)
    waiting = []
  }
  const addFault = (line: number, fault: LineFault): void => {
    faultCount += 1
    if (faults.length < mostFaults) faults.push({ line, reason: say(fault) })
  }
  for await (const { key, type, line, hasEnd, fault } of keyGroups(file, format)) {
    signal.throwIfAborted()
    rows += 1
    if (rows > most) {
      throw new AppError(redisErrors.redis_too_many_keys, {
        field: 'fileId',
        params: { keys: rows, limit: most },
      })
    }
    if (fault !== null || key === null) {
      addFault(line, fault ?? new LineFault('key'))
      continue
    }
    const mark = markOf(key)
    if (seen.has(mark)) {
      repeatedLine ||= line
      addFault(line, new LineFault('repeated'))
      continue
    }
    seen.add(mark)
    keys += 1
    if (hasEnd) ending += 1
    types.set(type, (types.get(type) ?? 0) + 1)
    const name = importedName(key, prefix)
    if (sample.length < shown) sample.push(name)
    waiting.push(name)
    if (waiting.length >= ASKED) await askWaiting()
  }
  await askWaiting()
  const byCount = [...types].toSorted((a, b) => b[1] - a[1]).map(([type, count]) => ({ type, keys: count }))
  const preview = {
    keys,
    types: byCount,
    existing: there,
    ending,
    sample: sample.map(bytesOf),
    faults,
    faultCount,
  }
  return { preview, rows, repeatedLine }
}
