import { serve } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import { bulkJobs, bulkPlayers, bulkPreview, bulkStart, bulkUndo } from '../contract/index.ts'
import type { BulkEditDeps } from './bulk-ports.ts'
import { handleBulkJobs } from './list-bulk.ts'
import { handleBulkPlayers } from './list/list-players.ts'
import { handleBulkPreview } from './preview/preview-bulk.ts'
import { forgetPreviews, PREVIEW_LIFETIME_MS } from './preview/preview-store.ts'
import { serveBulkEdit } from './run/run-bulk.ts'
import { serveBulkUndo } from './undo/run-bulk-undo.ts'
import { handleBulkStart } from './run/start-bulk.ts'
import { handleBulkUndo } from './undo/undo-bulk.ts'

export type { BulkEditTables } from './tables.ts'

const DAY_MS = 86_400_000

/** One set of changes for many players: lists, previews, the jobs and their undo. */
export function createBulkEditFeature(deps: BulkEditDeps): ServerFeature {
  const nowMs = deps.nowMs ?? Date.now
  const ports = { ...deps, nowMs }
  return {
    name: 'bulk-edit',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(bulkPlayers, (input, ctx) => handleBulkPlayers(ports, input, ctx)),
      serve(bulkPreview, (input, ctx) => handleBulkPreview(ports, input, ctx)),
      serve(bulkStart, {
        effect: 'store',
        handle: (input, ctx) => handleBulkStart(ports, input, ctx),
      }),
      serve(bulkJobs, (input, ctx) => handleBulkJobs(ports, input, ctx)),
      serve(bulkUndo, {
        effect: 'store',
        handle: (input, ctx) => handleBulkUndo(ports, input, ctx),
      }),
    ],
    jobs: [serveBulkEdit(ports), serveBulkUndo(ports)],
    cleanUps: [
      {
        name: 'previews',
        everyMs: DAY_MS,
        run: () => forgetPreviews(deps.store, nowMs() - PREVIEW_LIFETIME_MS),
      },
    ],
  }
}
