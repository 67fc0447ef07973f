import { createBulkEditFeature } from '@qd/bulk-edit/server'
import type { BulkEditTables } from '@qd/bulk-edit/server'
import type { DataEditTables } from '@qd/data-edit/server'
import { startEditConsole } from '@qd/data-edit/testing'
import type { EditConsoleOptions } from '@qd/data-edit/testing'
import type { Store } from '@qd/store'
import { recordingJobs } from './recording-jobs.ts'

export { dataEditMigrations, freshKey, ordinaryEditor } from '@qd/data-edit/testing'

export type BulkConsoleTables = DataEditTables & BulkEditTables

type BulkConsoleOptions = Omit<EditConsoleOptions, 'store' | 'beside'> & { store: Store<BulkConsoleTables> }

/** The edit of many beside the real editor, behind the real guard; jobs run when they are told to. */
export function startBulkConsole({ store, ...options }: BulkConsoleOptions) {
  const jobs = recordingJobs(store.as())
  const { features, ...running } = startEditConsole({
    ...options,
    store: store.as(),
    beside: ({ jobEdits: edits }, parts) => [
      createBulkEditFeature({ ...parts, store: store.as(), edits, jobs: jobs.port }),
    ],
  })
  return { ...running, jobs, feature: features.at(-1)! }
}
