import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Edit, editHistory } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { editOf } from './edit-row.ts'
import { BATCH, MAX_BATCHES, editsOfPlayer, touches } from './timeline-edits.ts'

const PAGE = 20

type Asked = RouteInput<typeof editHistory>['body']

function rowsOf(
  { store }: UseCaseDeps,
  ctx: CallContext,
  asked: Asked,
  page: { before?: string; limit: number },
) {
  const rows = editsOfPlayer(store.read, ctx, asked).selectAll().orderBy('id', 'desc').limit(page.limit)
  return (page.before === undefined ? rows : rows.where('id', '<', page.before)).execute()
}

/** Edits that changed something at, above or below the place. */
async function editsAt(deps: UseCaseDeps, ctx: CallContext, asked: Asked, limit: number): Promise<Edit[]> {
  const found: Edit[] = []
  let { before } = asked
  for (let round = 0; round < MAX_BATCHES && found.length < limit; round += 1) {
    const rows = await rowsOf(deps, ctx, asked, { before, limit: BATCH })
    found.push(...rows.filter((row) => touches(row, asked)).map(editOf))
    before = rows.at(-1)?.id
    if (rows.length < BATCH) break
  }
  return found.slice(0, limit)
}

/** A page of a player's edits, newest first. */
export async function handleEditHistory(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof editHistory>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof editHistory>> {
  const limit = body.limit ?? PAGE
  const list =
    body.place === undefined
      ? (await rowsOf(deps, ctx, body, { before: body.before, limit: limit + 1 })).map(editOf)
      : await editsAt(deps, ctx, body, limit + 1)
  return { list: list.slice(0, limit), more: list.length > limit }
}
