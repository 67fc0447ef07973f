import { serve } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import {
  bulkJobs,
  bulkPlayers,
  bulkPreview,
  bulkStart,
  bulkUndo,
  bulkUndoPreview,
} from '../contract/index.ts'
import type { BulkEditDeps } from './bulk-edit-deps.ts'
import { handleBulkJobs } from './list-bulk.ts'
import { handleBulkPlayers } from './list/list-players.ts'
import { LIST_FILES } from './list/scan-list.ts'
import { handleBulkPreview } from './preview/preview-bulk.ts'
import { forgetPreviews, PREVIEW_KEPT_MS } from './preview/preview-store.ts'
import { serveBulkEdit } from './run/run-bulk.ts'
import { serveBulkUndo } from './undo/run-bulk-undo.ts'
import { handleBulkStart } from './run/start-bulk.ts'
import { handleBulkUndoPreview } from './undo/preview-undo.ts'
import { handleBulkUndo } from './undo/undo-bulk.ts'

export type { BulkEditTables } from './tables.ts'

const DAY_MS = 86_400_000

/** One set of changes for many players: lists, previews, the jobs and their undo. */
export function createBulkEditFeature(given: BulkEditDeps): ServerFeature {
  const nowMs = given.nowMs ?? Date.now
  const deps = { ...given, nowMs }
  return {
    name: 'bulk-edit',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(bulkPlayers, (input, ctx) => handleBulkPlayers(deps, input, ctx)),
      serve(bulkPreview, (input, ctx) => handleBulkPreview(deps, input, ctx)),
      serve(bulkStart, {
        effect: 'store',
        handle: (input, ctx) => handleBulkStart(deps, input, ctx),
      }),
      serve(bulkJobs, (input, ctx) => handleBulkJobs(deps, input, ctx)),
      serve(bulkUndoPreview, (input, ctx) => handleBulkUndoPreview(deps, input, ctx)),
      serve(bulkUndo, {
        effect: 'store',
        handle: (input, ctx) => handleBulkUndo(deps, input, ctx),
      }),
    ],
    jobs: [serveBulkEdit(deps), serveBulkUndo(deps)],
    files: [LIST_FILES],
    cleanUps: [
      {
        name: 'previews',
        everyMs: DAY_MS,
        run: () => forgetPreviews(given.store, nowMs() - PREVIEW_KEPT_MS),
      },
    ],
  }
}
