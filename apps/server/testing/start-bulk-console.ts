import { createBulkEditFeature } from '@qd/bulk-edit/server'
import type { BulkEditTables } from '@qd/bulk-edit/server'
import type { DataEditTables } from '@qd/data-edit/server'
import { AppError } from '@qd/contract-kit'
import { filesErrors } from '@qd/files/contract'
import type { FilesPort } from '@qd/server-kit'
import { startEditConsole } from '@qd/data-edit/testing'
import type { EditConsoleOptions } from '@qd/data-edit/testing'
import type { Store } from '@qd/store'
import { recordingJobs } from './recording-jobs.ts'

export { dataEditMigrations, freshKey, ordinaryEditor } from '@qd/data-edit/testing'

export type BulkConsoleTables = DataEditTables & BulkEditTables

type BulkConsoleOptions = Omit<EditConsoleOptions, 'store' | 'beside'> & {
  store: Store<BulkConsoleTables>
  /** Lists sent as files; absent: there are none. */
  files?: FilesPort
}

const noFiles: FilesPort = { open: () => Promise.reject(new AppError(filesErrors.file_not_found)) }

/** The edit of many beside the real editor, behind the real guard; jobs run when they are told to. */
export function startBulkConsole({ store, files = noFiles, ...options }: BulkConsoleOptions) {
  const jobs = recordingJobs(store.as())
  const { features, ...running } = startEditConsole({
    ...options,
    store: store.as(),
    beside: ({ jobEdits: edits }, parts) => [
      createBulkEditFeature({ ...parts, store: store.as(), edits, jobs: jobs.port, files }),
    ],
  })
  return { ...running, jobs, feature: features.at(-1)! }
}
