import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { placeText, placeWords, protocolIn } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { UndoneEdit } from '@qd/player-edit'
import type { CallContext } from '@qd/server-kit'
import type { bulkUndoPreview } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { countMade, findBulkEdit, placesOfUndo } from './undo-bulk.ts'

const SAMPLES = 5
const UNDOS = 5

/** The words of the game where a server of the player can be asked for them; null: places keep their codes. */
async function protocolOf(
  { scope, edits }: UseCaseDeps,
  uId: string,
  lang: CallContext['lang'],
): Promise<ProtocolDefinition | null> {
  const found = scope.resolve({ uId })
  const server = found.kind === 'places' ? found.places[0]?.server : undefined
  if (server === undefined) return null
  // A server that is away takes nothing from what the console knows itself.
  return edits.protocolOf(server).then(
    ({ protocol }) => protocolIn(protocol, lang),
    () => null,
  )
}

function backOf({ changes, written, indexes }: UndoneEdit, protocol: ProtocolDefinition | null) {
  return indexes.flatMap((index) => {
    const change = changes[index]
    if (change === undefined) return []
    const place = protocol === null ? placeText(change) : placeWords(protocol, change)
    return [{ place, written: written[index] ?? null, back: change.old ?? null }]
  })
}

/** Whom an undo would touch and what would come back, as the console has kept it; no server is asked for data. */
export async function handleBulkUndoPreview(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkUndoPreview>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkUndoPreview>> {
  const job = await findBulkEdit(deps, body.jobId, ctx)
  placesOfUndo(deps, job, ctx)
  const some = await deps.edits.madeBy(body.jobId, { after: '', most: SAMPLES })
  const ids = some.map(({ id }) => id)
  const undoable =
    ids.length === 0 ? new Map<string, UndoneEdit>() : await deps.edits.undoable(body.jobId, ids)
  const protocol = some[0] === undefined ? null : await protocolOf(deps, some[0].uId, ctx.lang)
  const undos = await deps.store.read
    .selectFrom('bulk_job')
    .select('job_id')
    .where('undo_of', '=', body.jobId)
    .orderBy('job_id', 'desc')
    .limit(UNDOS)
    .execute()
  return {
    name: job.name,
    players: await countMade(deps, body.jobId),
    samples: some.flatMap(({ id, uId }) => {
      const edit = undoable.get(id)
      return edit === undefined ? [] : [{ uId, changes: backOf(edit, protocol) }]
    }),
    undoneBy: undos.map(({ job_id }) => job_id),
  }
}
