import { randomUUID } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { filesErrors } from '../contract/index.ts'
import type { UseCaseDeps } from './files-deps.ts'

const TELL_MS = 10_000
/** A node that said nothing for so long does not run. */
export const FILE_NODE_GONE_MS = 45_000

/** Tells the others which folder this node keeps files in, and knows whether they keep them in the same. */
export interface OneFolder {
  start(): Promise<void>
  stop(): Promise<void>
  assert(): Promise<void>
}

export function createOneFolder(
  deps: Pick<UseCaseDeps, 'store' | 'nowMs'> & { folderId: () => string; onFault: (error: unknown) => void },
): OneFolder {
  const { store, nowMs } = deps
  const node = randomUUID()
  let timer: NodeJS.Timeout | null = null
  const tell = () =>
    store.write(async (tx) => {
      const row = { node, folder: deps.folderId(), seen_at: nowMs() }
      await tx
        .insertInto('file_node')
        .values(row)
        .onConflict((conflict) => conflict.column('node').doUpdateSet(row))
        .execute()
      await tx
        .deleteFrom('file_node')
        .where('seen_at', '<', nowMs() - 10 * FILE_NODE_GONE_MS)
        .execute()
    })
  return {
    async start() {
      await tell().catch(deps.onFault)
      timer ??= setInterval(() => void tell().catch(deps.onFault), TELL_MS)
      timer.unref()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      await store
        .write((tx) => tx.deleteFrom('file_node').where('node', '=', node).execute())
        .catch(deps.onFault)
    },
    async assert() {
      const other = await store.read
        .selectFrom('file_node')
        .select('node')
        .where('folder', '!=', deps.folderId())
        .where('seen_at', '>=', nowMs() - FILE_NODE_GONE_MS)
        .limit(1)
        .executeTakeFirst()
      if (other !== undefined) throw new AppError(filesErrors.file_folder_apart)
    },
  }
}
