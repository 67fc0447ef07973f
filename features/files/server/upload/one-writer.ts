import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { filesErrors } from '../../contract/index.ts'
import type { FileRow, FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { diskFault } from '../folder/disk-fault.ts'
import type { Updateable } from 'kysely'

/** Throws `file_part_busy` where another writer has taken over. */
export interface Writer {
  readonly token: string
  /** Asked right before anything is written: a node that stood still for too long has been replaced. */
  assertAlive(): void
  /** Says that it is alive. */
  renew(): Promise<void>
  /** Whether what was hashed on the way still lies there. */
  isFollowed(): Promise<boolean>
  /** Writes how the upload stands now, and lets go of it. */
  leave(change: Updateable<FileTables['file']>): Promise<void>
}

const busy = () => new AppError(filesErrors.file_part_busy)

/**
 * Makes this call the only writer of an upload, on whatever node others come in: who stalls for too long is replaced, and
 * what they write to the row afterwards does not count. Throws `file_part_busy`.
 */
async function becomeWriter(
  { store, nowMs, limits }: Pick<UseCaseDeps, 'store' | 'nowMs' | 'limits'>,
  row: Pick<FileRow, 'id' | 'received'>,
): Promise<Writer> {
  const writer = randomUUID()
  const untilMs = () => nowMs() + limits.writerMs
  const taken = await store.write((tx) =>
    tx
      .updateTable('file')
      .set((column) => ({
        writer,
        writer_until: untilMs(),
        // Who was replaced may have written a last time.
        is_rewritten: column.case().when('writer', 'is', null).then(column.ref('is_rewritten')).else(1).end(),
      }))
      .where('id', '=', row.id)
      .where('received', '=', row.received)
      .where('sha256', 'is', null)
      .where((where) => where.or([where('writer', 'is', null), where('writer_until', '<', nowMs())]))
      .executeTakeFirst(),
  )
  if (taken.numUpdatedRows === 0n) throw busy()
  const change = async (values: Updateable<FileTables['file']>): Promise<void> => {
    const changed = await store.write((tx) =>
      tx
        .updateTable('file')
        .set(values)
        .where('id', '=', row.id)
        .where('writer', '=', writer)
        .executeTakeFirst(),
    )
    if (changed.numUpdatedRows === 0n) throw busy()
  }
  // By the clock of this machine alone, which goes on while the process stands still.
  let deadAtMs = performance.now() + limits.writerMs
  return {
    token: writer,
    assertAlive() {
      if (performance.now() > deadAtMs) throw busy()
    },
    async renew() {
      const startMs = performance.now()
      await change({ writer_until: untilMs() })
      deadAtMs = startMs + limits.writerMs
    },
    async isFollowed() {
      const found = await store.read
        .selectFrom('file')
        .select('is_rewritten')
        .where('id', '=', row.id)
        .where('writer', '=', writer)
        .executeTakeFirst()
      if (found === undefined) throw busy()
      return found.is_rewritten === 0
    },
    leave: (values) =>
      change({
        ...values,
        writer: null,
        ...(typeof values.received === 'number' && values.received < row.received ? { is_rewritten: 1 } : {}),
      }),
  }
}

/** Does the work as the only writer, and lets go whatever becomes of it; what a cut part left is put right by the next. */
export async function asWriter<T>(
  deps: Parameters<typeof becomeWriter>[0],
  row: Pick<FileRow, 'id' | 'received'>,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const writer = await becomeWriter(deps, row)
  try {
    return await work(writer)
  } catch (error) {
    // Replaced, or the store is away: nothing is to be let go.
    await writer.leave({}).catch(() => {})
    throw diskFault(error)
  }
}
