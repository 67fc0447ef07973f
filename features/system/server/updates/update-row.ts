import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { updateErrors } from '../../contract/index.ts'
import type { KeptFault, UpdateRow, UpdateTables } from './update-tables.ts'
import type { FeedSettings, UseCaseDeps } from './updates-deps.ts'

const ID = 'console'
/** A run renews many times within this. */
const LEASE_MS = 30_000

const FRESH: UpdateRow = {
  id: ID,
  ignored: '',
  told: '',
  checked_at: null,
  published_at: 0,
  found: '',
  fault: '',
  file: '',
  work: '',
  token: '',
  until: 0,
  done: 0,
}

type Tx = Kysely<UpdateTables>

export async function readRow({ read }: { read: Kysely<UpdateTables> }): Promise<UpdateRow> {
  const row = await read.selectFrom('console_update').selectAll().where('id', '=', ID).executeTakeFirst()
  return row ?? FRESH
}

/** Changes the row whoever works. */
export async function changeRow(tx: Tx, values: Partial<UpdateRow>): Promise<void> {
  await tx
    .insertInto('console_update')
    .values({ ...FRESH, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Begins a work and gives its token; null while another one runs. Of several nodes that ask at once, one gets it. */
export async function takeWork(
  tx: Tx,
  work: 'checking' | 'downloading',
  nowMs: number,
): Promise<string | null> {
  await tx
    .insertInto('console_update')
    .values(FRESH)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const token = randomUUID()
  const { numUpdatedRows } = await tx
    .updateTable('console_update')
    .set({ work, token, until: nowMs + LEASE_MS, done: 0, fault: '' })
    .where('id', '=', ID)
    .where((eb) => eb.or([eb('work', '=', ''), eb('until', '<', nowMs)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? token : null
}

/** Writes as the run that works; false when it does not any more: it was cancelled, or counted as dead. */
export async function asWorker(tx: Tx, token: string, values: Partial<UpdateRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('console_update')
    .set(values)
    .where('id', '=', ID)
    .where('token', '=', token)
    .where('work', '!=', '')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Says that the run lives, and how far it is. */
export function renew({ store, nowMs }: UseCaseDeps, token: string, done: number): Promise<boolean> {
  return store.write((tx) => asWorker(tx, token, { until: nowMs() + LEASE_MS, done }))
}

export const isWorking = ({ work, until }: UpdateRow, nowMs: number): boolean => work !== '' && until >= nowMs

/** How it is kept; what is no failure of updates becomes `update_interrupted`. */
export function keptFault(error: unknown): KeptFault {
  const known = error instanceof AppError && error.def.code.startsWith('update_')
  if (!known) return { code: 'update_interrupted', params: {} }
  return { code: error.def.code, params: error.params as KeptFault['params'] }
}

/** The feed of the settings; throws where there is none. */
export function sourceOf({ source }: Pick<UseCaseDeps, 'source'>): FeedSettings {
  if (source === null) throw new AppError(updateErrors.update_off)
  return source
}
