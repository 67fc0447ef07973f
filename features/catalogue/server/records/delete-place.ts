import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext, CataloguePlace } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { deletePlace as route } from '../../contract/index.ts'
import type { LineRow, CatalogueTables } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits, assertNamed } from './allowed.ts'
import { placeFacts } from './approval-facts.ts'
import { changedMeanwhile, placeOfLine, recordGone } from './entries.ts'

type Input = RouteInput<typeof route>
type Body = Input['body']
type Counts = { operators: number; lines: number; servers: number }

interface Doomed {
  name: string
  revision: number
  operators: readonly { game: string; partner_code: string }[]
  lines: readonly LineRow[]
  servers: readonly string[]
  /** What goes only with `cascade`. */
  below: Counts
}

async function serversOf(db: CatalogueDb, lines: readonly LineRow[]): Promise<string[]> {
  if (lines.length === 0) return []
  const ids = lines.map((line) => line.line_id)
  const rows = await db.selectFrom('game_server').select('key').where('line_id', 'in', ids).execute()
  return rows.map((row) => row.key)
}

async function findServerToDelete(db: CatalogueDb, body: Body): Promise<Doomed | null> {
  const row = await db
    .selectFrom('game_server')
    .select(['key', 'service_name', 'revision'])
    .where('line_id', '=', body.lineId ?? '')
    .where('s_id', '=', body.sId ?? 0)
    .executeTakeFirst()
  if (!row) return null
  const below = { operators: 0, lines: 0, servers: 0 }
  return {
    name: row.service_name,
    revision: row.revision,
    operators: [],
    lines: [],
    servers: [row.key],
    below,
  }
}

async function findLineToDelete(db: CatalogueDb, body: Body): Promise<Doomed | null> {
  const line = await db
    .selectFrom('line')
    .selectAll()
    .where('line_id', '=', body.lineId ?? '')
    .executeTakeFirst()
  if (!line) return null
  const servers = await serversOf(db, [line])
  const below = { operators: 0, lines: 0, servers: servers.length }
  return { name: line.name, revision: line.revision, operators: [], lines: [line], servers, below }
}

async function findBranchToDelete(db: CatalogueDb, { game, partnerCode }: Body): Promise<Doomed | null> {
  const operators = await db
    .selectFrom('operator')
    .selectAll()
    .where('game', '=', game)
    .$if(partnerCode !== undefined, (query) => query.where('partner_code', '=', partnerCode ?? ''))
    .execute()
  const lines = await db
    .selectFrom('line')
    .selectAll()
    .where('game', '=', game)
    .$if(partnerCode !== undefined, (query) => query.where('partner_code', '=', partnerCode ?? ''))
    .execute()
  const servers = await serversOf(db, lines)
  const isGame = partnerCode === undefined
  const head = isGame
    ? await db.selectFrom('game').select(['name', 'revision']).where('id', '=', game).executeTakeFirst()
    : operators[0]
  if (!head) return null
  const below = {
    operators: isGame ? operators.length : 0,
    lines: lines.length,
    servers: servers.length,
  }
  return { name: head.name, revision: head.revision, operators, lines, servers, below }
}

function findDoomed(db: CatalogueDb, body: Body): Promise<Doomed | null> {
  if (body.sId !== undefined) return findServerToDelete(db, body)
  return body.lineId === undefined ? findBranchToDelete(db, body) : findLineToDelete(db, body)
}

async function wipe(tx: CatalogueDb, body: Body, { operators, lines, servers }: Doomed): Promise<void> {
  for (let at = 0; at < servers.length; at += 1_000) {
    await tx
      .deleteFrom('game_server')
      .where('key', 'in', servers.slice(at, at + 1_000))
      .execute()
  }
  for (const { line_id: lineId } of lines) {
    await tx.deleteFrom('line_channel').where('line_id', '=', lineId).execute()
    await tx.deleteFrom('line').where('line_id', '=', lineId).execute()
  }
  for (const operator of operators) {
    await tx
      .deleteFrom('operator')
      .where('game', '=', operator.game)
      .where('partner_code', '=', operator.partner_code)
      .execute()
  }
  const isGame = body.partnerCode === undefined && body.lineId === undefined
  if (isGame) await tx.deleteFrom('game').where('id', '=', body.game).execute()
}

/** What is typed to confirm: the name of what goes. */
export async function nameOfDoomed({ store }: AdministrationDeps, { body }: Input): Promise<string> {
  return (await findDoomed(store.read, body))?.name ?? ''
}

/** Where the deletion weighs: in production as soon as one line that goes is there. */
function weighedAt({ lines }: Doomed, { place }: CallContext): CataloguePlace {
  const isProduction = lines.some(({ environment }) => environment === 'production')
  return isProduction ? { ...place, environment: 'production' } : place
}

/** What goes, as it is now; throws unless the caller may delete it and knows what hangs below. */
async function examine(db: CatalogueDb, body: Body, ctx: CallContext): Promise<Doomed> {
  if (body.sId !== undefined && body.lineId === undefined) {
    throw new AppError(coreErrors.line_required, { field: 'lineId' })
  }
  assertNamed(ctx, body.lineId)
  const doomed = await findDoomed(db, body)
  if (!doomed) throw recordGone()
  // Every line below must be the caller's too: a grant may be limited to an environment.
  if (body.lineId === undefined) assertEdits(ctx.caller, ctx.place)
  for (const line of doomed.lines) assertEdits(ctx.caller, placeOfLine(line))
  if (doomed.revision !== body.revision) {
    throw changedMeanwhile({ name: doomed.name, revision: doomed.revision })
  }
  const { operators, lines, servers } = doomed.below
  if (body.cascade !== true && operators + lines + servers > 0) {
    throw new AppError(catalogueErrors.catalogue_not_empty, {
      params: { operators, lines, servers },
      details: doomed.below,
    })
  }
  return doomed
}

/** The same look before the gate: what is refused anyway costs nobody a proof, and the gate asks for all at once. */
export async function lookAtDoomed(
  { store }: AdministrationDeps,
  { body }: Input,
  ctx: CallContext,
): Promise<CataloguePlace> {
  return weighedAt(await examine(store.read, body, ctx), ctx)
}

/** Deletes a place; what hangs below it first has to be known (`catalogue_not_empty` says how much it is). */
export async function deletePlace(
  deps: AdministrationDeps,
  { body }: Input,
  ctx: CallContext,
): Promise<Counts> {
  const seen = await examine(deps.store.read, body, ctx)
  await ctx.approve(
    placeFacts({
      does: 'delete',
      name: seen.name,
      path: [body.game, body.partnerCode, body.lineId, body.sId]
        .filter((part) => part !== undefined)
        .join('/'),
      version: seen.revision,
      before: { name: seen.name, ...seen.below },
      after: null,
      risk: 'R4',
      places: [weighedAt(seen, ctx), ...seen.lines.map(placeOfLine)],
      rows: 1 + seen.below.operators + seen.below.lines + seen.below.servers,
    }),
  )
  const below = await ctx.commit<CatalogueTables, Counts>(async (tx) => {
    const doomed = await examine(tx, body, ctx)
    const { name, below: gone } = doomed
    ctx.changed({ name, ...gone }, null)
    // A line that became one of production after the gate has passed.
    await ctx.confirm({ risk: 'R4', place: weighedAt(doomed, ctx), targetName: name })
    await wipe(tx, body, doomed)
    return gone
  })
  await deps.cache.invalidate()
  return below
}
