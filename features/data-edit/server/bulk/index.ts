import { serve } from '@qd/server-kit'
import type { ServedJob, ServedRoute } from '@qd/server-kit'
import { bulkJobs, bulkPlayers, bulkPreview, bulkStart, bulkUndo } from '../../contract/index.ts'
import type { BulkPorts } from './bulk-ports.ts'
import { handleBulkJobs } from './list-bulk.ts'
import { handleBulkPlayers } from './list-players.ts'
import { handleBulkPreview } from './preview-bulk.ts'
import { serveBulkEdit } from './run-bulk.ts'
import { serveBulkUndo } from './run-bulk-undo.ts'
import { handleBulkStart } from './start-bulk.ts'
import { handleBulkUndo } from './undo-bulk.ts'

export function bulkRoutes(ports: BulkPorts): ServedRoute[] {
  return [
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
  ]
}

export function bulkJobKinds(ports: BulkPorts): ServedJob[] {
  return [serveBulkEdit(ports), serveBulkUndo(ports)]
}
