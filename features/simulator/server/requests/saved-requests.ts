import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import {
  assertOwnAsSeen,
  gameOf,
  groupsOfRow,
  ownRowView,
  refuseForeignGroups,
  rowsSeenBy,
  shareOf,
  uuidv7,
} from '@qd/server-kit'
import type { CallContext, Caller, GroupsPort } from '@qd/server-kit'
import { isTwin } from '@qd/store'
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
import { nameTaken } from '../name-taken.ts'
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

function viewOf(row: RequestHead, caller: Pick<Caller, 'userId'>): SavedRequest {
  return { ...ownRowView(row, caller), savedId: row.id, folder: row.folder, message: row.message }
}

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

/** One of the caller's own as they saw it; refused when it was saved again since. */
async function ownAsSeen(
  deps: RequestsDeps,
  { savedId, revision }: { savedId: string; revision?: number | undefined },
  ctx: CallContext,
): Promise<RequestHead> {
  const row = await found(deps, savedId, ctx)
  const { simulator_request_changed: changed } = simulatorErrors
  assertOwnAsSeen(row, ctx.caller, { field: 'savedId', revision, changed })
  return row
}

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
  throw nameTaken(row.name)
}

/** Takes a name; PostgreSQL lets two look for it at once, and its unique index lets one of them in. */
async function insert(tx: Transaction, row: RequestRow): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('simulator_request')
    .values(row)
    .onConflict((conflict) => conflict.columns(['game', 'owner_id', 'folder', 'name']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw nameTaken(row.name)
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
      throw isTwin(error) ? nameTaken(row.name) : error
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

export async function saveRequest(
  deps: RequestsDeps,
  { body: given }: RouteInput<typeof requestSave>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof requestSave>> {
  const isNew = given.savedId === undefined
  const { savedId, revision } = given
  const before = savedId === undefined ? newHead(ctx) : await ownAsSeen(deps, { savedId, revision }, ctx)
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
  const before = await ownAsSeen(deps, given, ctx)
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
  const { id, name, folder, revision } = await ownAsSeen(deps, body, ctx)
  ctx.note({ name, folder })
  await ctx.commit<RequestTables, void>(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('simulator_request')
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new AppError(simulatorErrors.simulator_request_changed)
  })
  return null
}
