import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Risk, RouteInput } from '@qd/contract-kit'
import { allowNetworks, catalogueErrors, editSecrets } from '../../contract/index.ts'
import type { saveServer as route } from '../../contract/index.ts'
import { serverKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { LineRow, CatalogueTables, ServerRow } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits } from './allowed.ts'
import { placeFacts } from './approval-facts.ts'
import { assertAdapter, assertAddresses, checkConnection } from './check-connection.ts'
import { changedMeanwhile, placeOfLine, recordGone, serverEntry, taken } from './entries.ts'
import { basesOfGame, largestNumber } from './game-bases.ts'
import { positionAfter } from './position.ts'
import { findLine } from './save-line.ts'
import { changesConnection, serverColumns } from './server-row.ts'

type Input = RouteInput<typeof route>
type Body = Input['body']

export const findServer = (db: CatalogueDb, lineId: string, sId: number): Promise<ServerRow | undefined> =>
  db
    .selectFrom('game_server')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('s_id', '=', sId)
    .executeTakeFirst()

/** The number must fit into the middle of a uId (S9.05). */
export function assertNumberFits(sId: number, bases: AdministrationDeps['bases']): void {
  const limit = largestNumber(bases)
  if (sId <= limit) return
  throw new AppError(catalogueErrors.catalogue_number_range, { field: 'sId', params: { limit } })
}

/** The line it goes to, which is another one only for a move within the operator. */
async function lineFor(db: CatalogueDb, body: Body, ctx: CallContext): Promise<LineRow> {
  const from = await findLine(db, body.lineId)
  const to = await findLine(db, body.toLineId ?? body.lineId)
  if (!from) throw new AppError(coreErrors.line_not_found, { field: 'lineId' })
  if (!to) throw new AppError(coreErrors.scope_forbidden)
  assertEdits(ctx.caller, placeOfLine(to))
  if (to.game !== from.game || to.partner_code !== from.partner_code) {
    throw new AppError(catalogueErrors.catalogue_operator_differs, { field: 'toLineId' })
  }
  if (to.environment === 'production' && from.environment !== 'production') {
    await ctx.confirm({ risk: 'R3', place: placeOfLine(to), targetName: to.name })
  }
  return to
}

async function platformOf(db: CatalogueDb, line: LineRow): Promise<number> {
  const { platform } = await db
    .selectFrom('operator')
    .select('platform')
    .where('game', '=', line.game)
    .where('partner_code', '=', line.partner_code)
    .executeTakeFirstOrThrow()
  return platform
}

/** What the audit keeps of a server: everything but its key, and whether that was replaced. */
function factsOf(values: Omit<Body, 'revision' | 'reason' | 'confirm' | 'toLineId'>) {
  const { hashKey: _hashKey, ...facts } = values
  return { ...facts, codec: JSON.stringify(facts.codec) }
}

function storedFacts(row: ServerRow) {
  const {
    hasHashKey: _has,
    isManaged: _managed,
    previousKeyId: _previous,
    revision: _revision,
    ...facts
  } = serverEntry(row)
  return { ...facts, codec: row.codec }
}

/** What a record begins with that no form gives. */
export const madeRow = { is_managed: 0, revision: 1, previous_key_id: '', previous_hash_key: '' } as const

/** In production, the way to a running server weighs more than its name. */
export async function riskOfServer({ store }: AdministrationDeps, { body }: Input): Promise<Risk> {
  const stored = await findServer(store.read, body.lineId, body.sId)
  return stored !== undefined && changesConnection(body, stored) ? 'R3' : 'R2'
}

/** Makes a server or changes it. */
export async function saveServer(deps: AdministrationDeps, { body }: Input, ctx: CallContext) {
  const { store, cache, secretBox, bases } = deps
  const { lineId, sId, revision } = body
  const line = await lineFor(store.read, body, ctx)
  assertNumberFits(sId, await basesOfGame(store.read, line.game, bases))
  const key = serverKey(line.game, await platformOf(store.read, line), sId)
  const before = await findServer(store.read, lineId, sId)
  const stored = revision === 0 ? undefined : before
  assertAdapter(deps.adapters, body, stored)
  checkConnection(body, stored, {
    mayEditSecrets: ctx.holds(editSecrets),
    mayAllowNetworks: ctx.holds(allowNetworks),
  })
  assertAddresses(body.openAddresses)
  const columns = serverColumns(body, key, stored, secretBox)
  const { toLineId: _to, revision: _revision, reason: _reason, confirm: _confirm, ...values } = body
  const facts = stored ? storedFacts(stored) : null
  const after = factsOf({
    ...values,
    adapter: columns.adapter,
    labels: parseJsonText(columns.labels) as string[],
    openAddresses: parseJsonText(columns.open_addresses) as string[],
    lineId: line.line_id,
  })
  ctx.changed(facts, after)
  ctx.note({ isKeyReplaced: body.hashKey !== undefined })
  await ctx.approve(
    placeFacts({
      does: 'save',
      name: body.serviceName,
      path: `${lineId}/${sId}`,
      version: stored?.revision ?? 0,
      before: facts,
      after: { ...after, isKeyReplaced: body.hashKey !== undefined },
      risk: await riskOfServer(deps, { body } as Input),
      places: [ctx.place, placeOfLine(line)],
    }),
  )
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    if (revision === 0) {
      const position = await positionAfter(tx, 'game_server')
      const made = await tx
        .insertInto('game_server')
        .values({ ...madeRow, key, line_id: line.line_id, s_id: sId, ...columns, position })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) throw taken('sId', sId)
      return
    }
    const { numUpdatedRows } = await tx
      .updateTable('game_server')
      .set({ ...columns, line_id: line.line_id, revision: revision + 1 })
      .where('key', '=', key)
      .where('line_id', '=', lineId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
    const current = await findServer(tx, lineId, sId)
    throw current ? changedMeanwhile(serverEntry(current)) : recordGone()
  })
  await cache.invalidate()
  return { revision: revision + 1 }
}
