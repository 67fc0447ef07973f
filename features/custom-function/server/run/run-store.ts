import { parseJsonText } from '@qd/canonical-json'
import type { NextAction } from '@qd/function-steps'
import type { Change } from '@qd/data-edit/contract'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { FunctionRun, StepResult } from '../../contract/index.ts'
import { uuidv7Floor } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { StoreError } from '@qd/store'
import type { UseCaseDeps } from '../function-deps.ts'
import type { FunctionRunRow } from '../tables.ts'
import { keptResult } from './kept-result.ts'

/** Who sends an effect: the game and the history know it by their name. */
export type Sender = Pick<Caller, 'userId' | 'username'>

export type Effect =
  | { kind: 'patch'; version: string; changes: Change[] }
  | Extract<NextAction, { kind: 'command' | 'message' }>

/** An effect about to be sent, so that it can be asked about again word by word, in the name it was sent in. */
export type OpenEffect = Effect & { by: Sender }

/** What going on takes: values read so far, the next step, and its effect where that was sent already. */
export interface RunState {
  reads: Record<string, unknown>
  next: number
  open: OpenEffect | null
}

export interface RunProgress {
  status: FunctionRun['status']
  steps: StepResult[]
  state: RunState
  /** The state as this process has read or written it last. */
  stored: string
}

export function progressOf(row: FunctionRunRow): RunProgress {
  const state = row.state === '' ? { reads: {}, next: 0, open: null } : (parseJsonText(row.state) as RunState)
  return { status: row.status, steps: parseJsonText(row.steps) as StepResult[], state, stored: row.state }
}

/** The run under a key: a job's row has one whoever goes on with the job, every user has keys of their own besides. */
export function findRun(
  { store }: Pick<UseCaseDeps, 'store'>,
  { actor_id, key, job_id }: Pick<FunctionRunRow, 'actor_id' | 'key' | 'job_id'>,
): Promise<FunctionRunRow | undefined> {
  const runs = store.read.selectFrom('function_run').selectAll().where('key', '=', key)
  const own =
    job_id === null
      ? runs.where('job_id', 'is', null).where('actor_id', '=', actor_id)
      : runs.where('job_id', '=', job_id)
  return own.executeTakeFirst()
}

/**
 * The run of a key: a new one, or the one begun before under it; another body under a used key is refused. Unique
 * constraints decide between nodes.
 */
export async function claimRun(
  deps: Pick<UseCaseDeps, 'store'>,
  fresh: FunctionRunRow,
): Promise<{ row: FunctionRunRow; isNew: boolean }> {
  const claimed = await deps.store.write((tx) =>
    tx
      .insertInto('function_run')
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  if (claimed !== undefined) return { row: fresh, isNew: true }
  const row = await findRun(deps, fresh)
  if (row === undefined) throw new AppError(coreErrors.conflict)
  if (row.body_hash !== fresh.body_hash) {
    throw new AppError(coreErrors.idempotency_conflict, { field: 'idempotencyKey' })
  }
  return { row, isNew: false }
}

/**
 * Stores the effect of the next step before it is sent. Where another node that still works on the run has stored
 * its own, that one's words count; where it has gone on, this one stops: throws StoreError.
 */
export async function openEffect(
  { store }: Pick<UseCaseDeps, 'store'>,
  runId: string,
  { steps, state, stored: known }: RunProgress,
  effect: OpenEffect,
): Promise<{ effect: OpenEffect; isOurs: boolean; stored: string }> {
  const after = JSON.stringify({ ...state, open: effect })
  const opened = await store.write((tx) =>
    tx
      .updateTable('function_run')
      .set({
        status: 'running',
        steps: JSON.stringify(steps),
        state: after,
      })
      .where('id', '=', runId)
      .where('status', 'in', ['running', 'unknown'])
      .where('state', '=', known)
      .returning('id')
      .executeTakeFirst(),
  )
  if (opened !== undefined) return { effect, isOurs: true, stored: after }
  const row = await store.read
    .selectFrom('function_run')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirst()
  const other = row === undefined ? undefined : progressOf(row)
  if (other?.state.next === state.next && other.state.open !== null)
    return { effect: other.state.open, isOurs: false, stored: other.stored }
  throw new StoreError('store_lease_lost', `Another process goes on with the run ${runId}.`)
}

/** Keeps how far a run is; one that has ended stays as it ended. */
export async function keepProgress(
  { store }: Pick<UseCaseDeps, 'store'>,
  runId: string,
  { status, steps, state }: RunProgress,
): Promise<void> {
  const isOver = status === 'done' || status === 'failed'
  await store.write((tx) =>
    tx
      .updateTable('function_run')
      .set({
        status,
        steps: JSON.stringify(isOver ? steps.map(keptResult) : steps),
        state: isOver ? '' : JSON.stringify(state),
      })
      .where('id', '=', runId)
      .where('status', 'in', ['running', 'unknown'])
      .execute(),
  )
}

/** Runs are listed for so long; a job that stood still has been given up long before and asks about none of them. */
const RUN_KEPT_MS = 180 * 86_400_000
const RUNS_PER_WRITE = 500

/** Forgets old runs, some in each write, so that nobody waits for long. */
export async function forgetRuns({ store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>): Promise<void> {
  const before = uuidv7Floor(nowMs() - RUN_KEPT_MS)
  for (;;) {
    const old = await store.read
      .selectFrom('function_run')
      .select('id')
      .where('id', '<', before)
      .orderBy('id')
      .limit(RUNS_PER_WRITE)
      .execute()
    if (old.length === 0) return
    const ids = old.map(({ id }) => id)
    await store.write((tx) => tx.deleteFrom('function_run').where('id', 'in', ids).execute())
  }
}
