import type { Kysely } from 'kysely'
import type { StoreCondition } from './store-condition.ts'
import type { Broadcast, Dialect, Statement, StatementText, WriteOptions } from './store.ts'

/** What each database provides; `open-store.ts` puts types on it. */
export interface StoreEngine {
  dialect: Dialect
  read: Kysely<unknown>
  broadcast: Broadcast
  write<T>(fn: (tx: Kysely<unknown>) => Promise<T>, options: WriteOptions & { limitMs: number }): Promise<T>
  condition(): Readonly<StoreCondition>
  statement<P extends readonly unknown[], R>(text: StatementText): Statement<P, R>
  ping(): Promise<void>
  close(): Promise<void>
}
