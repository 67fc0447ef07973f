import type { JobRun, JobRunner, RowOutcome } from '@qd/server-kit'
import { TRANSFER_LIMITS, importJob } from '../../contract/index.ts'
import { opened, nameOfKey, paced } from '../jobs/keys-runner.ts'
import { importKey } from './import-key.ts'
import { keyGroups } from './key-groups.ts'
import type { FileCursor } from './key-groups.ts'
import { IMPORT_FILES } from './import-files.ts'
import type { TransferDeps } from './transfer-deps.ts'

type Params = (typeof importJob)['params']['_zod']['output']

const CHUNK = 200
/** Rows kept at once while the file is read. */
const BATCH = 1_000

/** What is wrong with a line, in the owner's language. */
export const faultText = (
  text: (key: string, params?: Record<string, string | number>) => string,
  { reason, word }: { reason: string; word: string },
): string => text(`redis.line.${reason}`, { word })

/** Brings the keys of a file in: each is a row, worked on in the order of the file; a faulty line is a row that fails. */
export function importRunner(deps: TransferDeps): JobRunner<typeof importJob> {
  const fileOf = (run: JobRun<Params>) => deps.files.open(run.caller, run.params.fileId, IMPORT_FILES)
  return {
    chunkSize: CHUNK,
    facts: ({ db, format, conflict }, text) => [
      { label: text('redis.job.database'), value: String(db) },
      { label: text('redis.job.format'), value: text(`redis.format.${format}`) },
      { label: text('redis.job.conflict'), value: text(`redis.conflict.${conflict}`) },
    ],
    async *prepare(_from: object, run, cursor) {
      const file = await fileOf(run as JobRun<Params>)
      const { format } = run.params
      let rows = []
      let next: FileCursor = (cursor as FileCursor | null) ?? { at: 0, line: 1 }
      for await (const group of keyGroups(file, format, next)) {
        run.signal.throwIfAborted()
        const { line, from, to, key, fault } = group
        rows.push({
          key: key === null ? `#${line}` : nameOfKey(key),
          input: { line, from, to, fault: fault?.reason ?? '', word: fault?.word ?? '' },
        })
        next = { at: to, line: group.nextLine }
        if (rows.length < BATCH) continue
        yield { rows, cursor: next }
        rows = []
      }
      if (rows.length > 0) yield { rows, cursor: next }
    },
    async runChunk(rows, run) {
      const startedAt = performance.now()
      const { params, caller, place, signal } = run as JobRun<Params>
      const database = await opened(deps, run as never, { place, ref: params })
      const file = await fileOf(run as JobRun<Params>)
      const { format, prefix, conflict, ttl } = params
      const keep = async (key: Buffer) => {
        if (run.rows > deps.kept) return null
        return deps.keep?.(database, key, { action: 'overwritten', by: caller.username })
      }
      const way = { database, file, format, prefix, conflict, ttl, keep, signal }
      const outcomes: RowOutcome[] = []
      for (const { input } of rows) {
        if (input.fault === '') outcomes.push(await importKey(way, input))
        else {
          const msg = run.text('redis.job.line', {
            line: input.line,
            reason: faultText(run.text.bind(run), { reason: input.fault, word: input.word }),
          })
          outcomes.push({ status: 'failed', msg })
        }
      }
      await paced(rows.length, { startedAt, rate: TRANSFER_LIMITS.rate }, signal)
      return { outcomes }
    },
  }
}
