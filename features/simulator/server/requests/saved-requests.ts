import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { groupsOfRow, refuseForeignGroups, rowsSeenBy, uuidv7 } from '@qd/server-kit'
import type { CallContext, Caller, CataloguePlace, GroupsPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { REQUESTS_MAX, simulatorErrors } from '../../contract/index.ts'
import type {
  SavedRequest,
  requestDelete,
  requestGet,
  requestList,
  requestMove,
  requestSave,
} from '../../contract/index.ts'
import { cleanBody } from './clean-body.ts'
import type { RequestRow, RequestTables } from './request-tables.ts'

type Transaction = Store<RequestTables>['read']
type RequestHead = Omit<RequestRow, 'body'>

export interface RequestsDeps {
  store: Store<RequestTables>
  groups: GroupsPort
  nowMs(): number
}

/** All but the bodies. */
const HEAD = [
  'id',
  'game',
  'owner_id',
  'owner',
  'folder',
  'name',
  'message',
  'share',
  'revision',
  'updated_at',
] as const satisfies readonly (keyof RequestHead)[]

function gameOf({ game }: CataloguePlace): string {
  if (game === undefined) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return game
}

function viewOf(row: RequestHead, { userId }: Pick<Caller, 'userId'>): SavedRequest {
  return {
    savedId: row.id,
    name: row.name,
    folder: row.folder,
    message: row.message,
    groups: groupsOfRow(row),
    owner: row.owner,
    isMine: row.owner_id === userId,
    revision: row.revision,
    updatedAt: row.updated_at,
  }
}

const shareOf = (groups: readonly string[]): string => JSON.stringify([...new Set(groups)])

async function visibleTo({ store, groups }: RequestsDeps, { caller, place }: CallContext) {
  const rows = await store.read
    .selectFrom('simulator_request')
    .select(HEAD)
    .where('game', '=', gameOf(place))
    .where((or) => or.or([or('owner_id', '=', caller.userId), or('share', '!=', '[]')]))
    .orderBy('folder')
    .orderBy('name')
    .execute()
  return rowsSeenBy(groups, caller, rows)
}

/** One the caller may see; another is as missing as one that never was. */
async function found(deps: RequestsDeps, id: string, ctx: CallContext): Promise<RequestHead> {
  const row = (await visibleTo(deps, ctx)).find((each) => each.id === id)
  if (row === undefined) throw new AppError(simulatorErrors.simulator_request_not_found, { field: 'savedId' })
  return row
}

/** One of the caller's own; of others `forbidden`. */
async function ownOne(deps: RequestsDeps, id: string, ctx: CallContext): Promise<RequestHead> {
  const row = await found(deps, id, ctx)
  if (row.owner_id !== ctx.caller.userId) throw new AppError(coreErrors.forbidden, { field: 'savedId' })
  return row
}

const nameTaken = ({ name }: RequestHead) =>
  new AppError(simulatorErrors.simulator_name_taken, { field: 'name', params: { name } })

/** PostgreSQL's word for a row whose unique columns another one has. */
const isTwin = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

async function refuseTaken(tx: Transaction, row: RequestHead): Promise<void> {
  const twin = await tx
    .selectFrom('simulator_request')
    .select('id')
    .where('game', '=', row.game)
    .where('owner_id', '=', row.owner_id)
    .where('folder', '=', row.folder)
    .where('name', '=', row.name)
    .where('id', '!=', row.id)
    .executeTakeFirst()
  if (twin === undefined) return
  throw nameTaken(row)
}

/** Takes a name; PostgreSQL lets two look for it at once, and its unique index lets one of them in. */
async function insert(tx: Transaction, row: RequestRow): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('simulator_request')
    .values(row)
    .onConflict((conflict) => conflict.columns(['game', 'owner_id', 'folder', 'name']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw nameTaken(row)
}

async function refuseFull(tx: Transaction, row: RequestHead): Promise<void> {
  const own = await tx
    .selectFrom('simulator_request')
    .select('id')
    .where('game', '=', row.game)
    .where('owner_id', '=', row.owner_id)
    .limit(REQUESTS_MAX)
    .execute()
  if (own.length < REQUESTS_MAX) return
  throw new AppError(simulatorErrors.simulator_requests_full, { params: { limit: REQUESTS_MAX } })
}

/** Writes over the revision the caller has seen, and no other. */
async function writeOver(tx: Transaction, row: Partial<RequestRow> & RequestHead): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('simulator_request')
    .set(row)
    .where('id', '=', row.id)
    .where('revision', '=', row.revision - 1)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isTwin(error) ? nameTaken(row) : error
    })
  if (numUpdatedRows !== 1n) throw new AppError(simulatorErrors.simulator_request_changed)
}

export async function listRequests(
  deps: RequestsDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof requestList>> {
  const [rows, known] = await Promise.all([visibleTo(deps, ctx), deps.groups.knownTo(ctx.caller)])
  return {
    list: rows.map((row) => viewOf(row, ctx.caller)),
    groups: known.map(({ id, name }) => ({ id, name })),
  }
}

export async function getRequest(
  deps: RequestsDeps,
  { body }: RouteInput<typeof requestGet>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof requestGet>> {
  const { id } = await found(deps, body.savedId, ctx)
  const row = await deps.store.read
    .selectFrom('simulator_request')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  // Deleted between the two.
  if (row === undefined) throw new AppError(simulatorErrors.simulator_request_not_found, { field: 'savedId' })
  return { saved: viewOf(row, ctx.caller), body: row.body }
}

function newHead({ place, caller }: CallContext): RequestHead {
  return {
    id: uuidv7(),
    game: gameOf(place),
    owner_id: caller.userId,
    owner: caller.username,
    folder: '',
    name: '',
    message: '',
    share: '[]',
    revision: 0,
    updated_at: 0,
  }
}

/** Keeps a request; refused when it was saved again since the caller opened it. */
export async function saveRequest(
  deps: RequestsDeps,
  { body: given }: RouteInput<typeof requestSave>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof requestSave>> {
  const isNew = given.savedId === undefined
  const before = given.savedId === undefined ? newHead(ctx) : await ownOne(deps, given.savedId, ctx)
  if (!isNew && before.revision !== given.revision)
    throw new AppError(simulatorErrors.simulator_request_changed)
  await refuseForeignGroups(deps.groups, ctx.caller, given.groups, groupsOfRow(before))
  const { body, emptied } = cleanBody(given.body)
  const { name, folder, message } = given
  const head = { ...before, name, folder, message, share: shareOf(given.groups) }
  const row = { ...head, body, revision: before.revision + 1, updated_at: deps.nowMs() }
  ctx.note({ revision: row.revision })
  await ctx.commit<RequestTables, void>(async (tx) => {
    await refuseTaken(tx, row)
    if (!isNew) return writeOver(tx, row)
    await refuseFull(tx, row)
    await insert(tx, row)
  })
  return { saved: viewOf(row, ctx.caller), emptied }
}

export async function moveRequest(
  deps: RequestsDeps,
  { body: given }: RouteInput<typeof requestMove>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof requestMove>> {
  const before = await ownOne(deps, given.savedId, ctx)
  if (before.revision !== given.revision) throw new AppError(simulatorErrors.simulator_request_changed)
  await refuseForeignGroups(deps.groups, ctx.caller, given.groups, groupsOfRow(before))
  const row = {
    ...before,
    name: given.name,
    folder: given.folder,
    share: shareOf(given.groups),
    revision: before.revision + 1,
    updated_at: deps.nowMs(),
  }
  const placeOf = (of: RequestHead) => ({ name: of.name, folder: of.folder, groups: groupsOfRow(of) })
  ctx.changed(placeOf(before), placeOf(row))
  await ctx.commit<RequestTables, void>(async (tx) => {
    await refuseTaken(tx, row)
    await writeOver(tx, row)
  })
  return { saved: viewOf(row, ctx.caller) }
}

export async function deleteRequest(
  deps: RequestsDeps,
  { body }: RouteInput<typeof requestDelete>,
  ctx: CallContext,
): Promise<null> {
  const { id, name, folder } = await ownOne(deps, body.savedId, ctx)
  ctx.note({ name, folder })
  await ctx.commit<RequestTables, unknown>((tx) =>
    tx.deleteFrom('simulator_request').where('id', '=', id).execute(),
  )
  return null
}
