import { AppError, coreErrors } from '@qd/contract-kit'
import type { Store, WriteOptions } from '@qd/store'
import type { Kysely } from 'kysely'
import type { AuditTables } from './audit-tables.ts'
import type { WritePatience } from './write-patience.ts'

/** Throws inside the queued write once its caller has been refused. */
export type StillWanted = () => void

/**
 * A write whose caller waits for it as long as their patience lasts. Once refused it never takes
 * effect: the queued function throws. Once the function has finished only the commit is left, and its
 * answer is awaited, however long it takes: refusing then could deny what happened.
 */
export async function writeInTime<T>(
  store: Store<AuditTables>,
  patience: WritePatience,
  fn: (tx: Kysely<AuditTables>, stillWanted: StillWanted) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  let state: 'waiting' | 'committing' | 'abandoned' = 'waiting'
  const stillWanted = () => {
    if (state === 'abandoned') throw new AppError(coreErrors.audit_unavailable)
  }
  const { promise: refused, reject } = Promise.withResolvers<never>()
  const endWaiting = patience.wait(() => {
    if (state !== 'waiting') return
    state = 'abandoned'
    reject(new AppError(coreErrors.audit_unavailable))
  })
  const written = store.write(async (tx) => {
    stillWanted()
    const value = await fn(tx, stillWanted)
    stillWanted()
    state = 'committing'
    return value
  }, options)
  try {
    return await Promise.race([written, refused])
  } finally {
    endWaiting()
    // An abandoned write still rejects later; its caller has the answer already.
    written.catch(() => undefined)
  }
}
