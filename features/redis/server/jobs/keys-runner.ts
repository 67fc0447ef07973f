import { AppError } from '@qd/contract-kit'
import { JobPause } from '@qd/server-kit'
import type { JobRow, JobRun, JobRunner, RowBatch, RowOutcome } from '@qd/server-kit'
import { KEY_JOB_LIMITS, editRedis, keySelection } from '../../contract/index.ts'
import type { KeyAction, KeySelection, RedisBytes, keysJob } from '../../contract/index.ts'
import { bufferOf, bytesOf } from '../bytes.ts'
import { reachesRedis } from '../guard/redis-rights.ts'
import { placeOfLine } from '../connections/connection-view.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { copyKey, nameOfCopy } from './copy-key.ts'
import type { CopyAction } from './copy-key.ts'
import { findKeys, patternOf } from './find-keys.ts'
import type { ScanCursor } from './find-keys.ts'
import type { KeyJobDeps } from './key-job-deps.ts'
import { jobCaller } from './job-sessions.ts'
import { failedBy } from './row-outcome.ts'

type Run = JobRun<{ lineId: string; connectionId: string; db: number; selection: unknown; action: KeyAction }>
type Row = JobRow<{ key: string | { base64: string } }>
type Simple = Exclude<KeyAction, CopyAction>

const CHUNK = 500

/** What people know a key by in lists: its text, or its bytes in hexadecimal. */
export function nameOfKey(key: Buffer): string {
  const bytes = bytesOf(key)
  const text = typeof bytes === 'string' ? bytes : `0x${key.toString('hex')}`
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

const commandOf = (action: Simple, key: Buffer): Arg[] => {
  if (action.kind === 'delete') return ['UNLINK', key]
  return action.kind === 'expire' ? ['EXPIRE', key, String(action.seconds)] : ['PERSIST', key]
}

function outcomeOf(reply: Reply | Error | undefined): RowOutcome {
  if (reply instanceof Error) return failedBy(reply)
  // 0: it is gone, or had no end.
  return { status: String(reply) === '0' ? 'skipped' : 'done' }
}

/** Nothing is sent when one command is refused; then each is asked for by itself. */
async function allOrEach(
  database: RedisDatabase,
  commands: readonly Arg[][],
  signal: AbortSignal,
): Promise<(Reply | Error)[]> {
  try {
    return await database.runAll(commands, { signal })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    failedBy(error)
  }
  const replies: (Reply | Error)[] = []
  for (const command of commands) {
    replies.push(
      await database.run(command, { signal }).catch((error: unknown) => {
        if (error instanceof AppError) return error
        throw error
      }),
    )
  }
  return replies
}

async function openTarget(deps: KeyJobDeps, run: Run, { to }: CopyAction): Promise<RedisDatabase> {
  const line = deps.catalogue().lineById.get(to.lineId)
  if (line === undefined) throw new JobPause('place_gone', to.lineId)
  const place = placeOfLine(line)
  if (!reachesRedis({ caller: run.caller, place }, [], editRedis))
    throw new JobPause('rights_lost', to.lineId)
  return opened(deps, run, { place, ref: to })
}

/** A server that is away holds the job up; anything else that is wrong with the connection fails it. */
export async function opened(
  deps: Pick<KeyJobDeps, 'databases'>,
  run: Pick<Run, 'caller'>,
  { place, ref }: { place: Run['place']; ref: CopyAction['to'] },
): Promise<RedisDatabase> {
  try {
    return await deps.databases.of({ caller: jobCaller(run.caller), place }, ref)
  } catch (error) {
    if (error instanceof AppError) failedBy(error)
    throw error
  }
}

/** No more keys a second than the limit: the time a chunk has left is waited. */
export async function paced(
  count: number,
  { startedAt, rate }: { startedAt: number; rate: number },
  signal: AbortSignal,
): Promise<void> {
  const wait = (count / rate) * 1_000 - (performance.now() - startedAt)
  if (wait <= 1) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

/** Reads the rows of a job that named no keys: those below its prefix, or of its pattern. */
export async function* selectedRows(
  deps: Pick<KeyJobDeps, 'databases' | 'budgets'>,
  asked: {
    from: { selection: unknown }
    run: Pick<Run, 'caller' | 'place' | 'signal' | 'rows'> & { params: CopyAction['to'] }
    cursor: unknown
  },
): AsyncGenerator<RowBatch<{ key: RedisBytes }>> {
  const { from, run, cursor } = asked
  const selection = keySelection.parse(from.selection)
  if (selection.kind === 'keys') return
  const database = await opened(deps, run, { place: run.place, ref: run.params })
  let count = run.rows
  const at = { database, budgets: deps.budgets, signal: run.signal }
  const steps = findKeys(at, patternOf(selection), cursor as ScanCursor | null)
  for await (const { keys, next } of steps) {
    count += keys.length
    // More than the preview was shown: keys came meanwhile, and the job ends where it would be too large.
    if (count > KEY_JOB_LIMITS.keys) throw new Error(`more than ${KEY_JOB_LIMITS.keys} keys`)
    yield {
      rows: keys.map((key) => ({ key: nameOfKey(key), input: { key: bytesOf(key) } })),
      cursor: next ?? { master: database.masters().length, at: '0' },
    }
  }
}

/** Works on the keys of a job: named ones come with it, those of a prefix or a pattern are looked for after its start. */
export function keysRunner(deps: KeyJobDeps): JobRunner<typeof keysJob> {
  const keeping =
    (run: Run) => async (database: RedisDatabase, key: Buffer, action: 'deleted' | 'overwritten') => {
      if (run.rows > KEY_JOB_LIMITS.kept) return null
      return deps.keep?.(database, key, { action, by: run.caller.username })
    }

  async function simple(run: Run, action: Simple, rows: readonly Row[]): Promise<RowOutcome[]> {
    const database = await opened(deps, run, { place: run.place, ref: run.params })
    const keys = rows.map(({ input }) => bufferOf(input.key))
    if (action.kind === 'delete') for (const key of keys) await keeping(run)(database, key, 'deleted')
    const commands = keys.map((key) => commandOf(action, key))
    const replies = await allOrEach(database, commands, run.signal)
    return keys.map((_key, at) => outcomeOf(replies[at]))
  }

  async function copying(run: Run, action: CopyAction, rows: readonly Row[]): Promise<RowOutcome[]> {
    const from = await opened(deps, run, { place: run.place, ref: run.params })
    const to = await openTarget(deps, run, action)
    const selection = run.params.selection as KeySelection
    const way = { from, to, action, keep: keeping(run), signal: run.signal }
    const outcomes: RowOutcome[] = []
    for (const { input } of rows) {
      const key = bufferOf(input.key)
      outcomes.push(await copyKey(way, key, nameOfCopy(key, action, selection)))
    }
    return outcomes
  }

  return {
    chunkSize: CHUNK,
    facts: ({ db, action }, text) => [
      { label: text('redis.job.action'), value: text(`redis.job.${action.kind}`) },
      { label: text('redis.job.database'), value: String(db) },
    ],
    prepare: (from: { selection: unknown }, run, cursor) => selectedRows(deps, { from, run, cursor }),
    async runChunk(rows, run) {
      const startedAt = performance.now()
      const { action } = run.params
      const isCopy = action.kind === 'copy' || action.kind === 'move'
      const outcomes = isCopy
        ? await copying(run as Run, action, rows)
        : await simple(run as Run, action, rows)
      await paced(rows.length, { startedAt, rate: KEY_JOB_LIMITS.rate }, run.signal)
      return { outcomes }
    },
  }
}
