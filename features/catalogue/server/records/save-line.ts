import type { Risk, RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { saveLine as route } from '../../contract/index.ts'
import type { ChannelRow, LineRow, CatalogueTables } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits, assertNamed } from './allowed.ts'
import { placeFacts } from './approval-facts.ts'
import { changedMeanwhile, lineEntry, placeOfLine, recordGone, taken } from './entries.ts'
import { positionAfter } from './position.ts'

type Input = RouteInput<typeof route>
type Body = Input['body']

export const findLine = (db: CatalogueDb, lineId: string): Promise<LineRow | undefined> =>
  db.selectFrom('line').selectAll().where('line_id', '=', lineId).executeTakeFirst()

export const channelsOf = (db: CatalogueDb, lineId: string): Promise<ChannelRow[]> =>
  db.selectFrom('line_channel').selectAll().where('line_id', '=', lineId).orderBy('position').execute()

async function assertCodeFree(db: CatalogueDb, { game, partnerCode, lineId, lineCode }: Body): Promise<void> {
  const other = await db
    .selectFrom('line')
    .select('line_id')
    .where('game', '=', game)
    .where('partner_code', '=', partnerCode)
    .where('line_code', '=', lineCode)
    .where('line_id', '!=', lineId)
    .executeTakeFirst()
  if (other) throw taken('lineCode', lineCode)
}

export async function replaceChannels(
  tx: CatalogueDb,
  lineId: string,
  channels: readonly { code: string; name: string }[],
): Promise<void> {
  await tx.deleteFrom('line_channel').where('line_id', '=', lineId).execute()
  if (channels.length === 0) return
  const rows = channels.map(({ code, name }, position) => ({ line_id: lineId, code, name, position }))
  await tx.insertInto('line_channel').values(rows).execute()
}

function assertChannelsDiffer(channels: Body['channels']): void {
  const seen = new Set<string>()
  for (const [at, { code }] of channels.entries()) {
    if (seen.has(code)) throw taken(`channels.${at}.code`, code)
    seen.add(code)
  }
}

async function insertLine(tx: CatalogueDb, body: Body): Promise<void> {
  const { game, partnerCode, lineId, lineCode, name, environment } = body
  const position = await positionAfter(tx, 'line')
  const made = await tx
    .insertInto('line')
    .values({
      line_id: lineId,
      game,
      partner_code: partnerCode,
      line_code: lineCode,
      name,
      environment,
      position,
      revision: 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) throw taken('lineId', lineId)
}

async function updateLine(tx: CatalogueDb, body: Body, current: LineRow, ctx: CallContext): Promise<void> {
  const { lineId, lineCode, name, environment, revision } = body
  const { numUpdatedRows } = await tx
    .updateTable('line')
    .set({ line_code: lineCode, name, environment, revision: revision + 1 })
    .where('line_id', '=', lineId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const hanging = { channels: await channelsOf(tx, lineId), servers: 0 }
  throw changedMeanwhile(lineEntry(current, hanging, ctx.caller))
}

/** Another environment changes which calls are guarded, so it weighs more. */
export async function riskOfLine({ store }: AdministrationDeps, { body }: Input): Promise<Risk> {
  const stored = body.revision === 0 ? undefined : await findLine(store.read, body.lineId)
  return stored !== undefined && stored.environment !== body.environment ? 'R3' : 'R2'
}

const factsOf = (line: Pick<Body, 'lineCode' | 'name' | 'environment'>, channels: Body['channels']) => ({
  lineCode: line.lineCode,
  name: line.name,
  environment: line.environment,
  channels: channels.map(({ code, name }) => ({ code, name })),
})

/** Makes a line with its channels or changes it. */
export async function saveLine(deps: AdministrationDeps, { body }: Input, ctx: CallContext) {
  const { store, cache } = deps
  const { game, partnerCode, lineId, environment, revision } = body
  // Both the line as it is and as it will be must be the caller's.
  assertEdits(ctx.caller, { game, operator: partnerCode, lineId, environment })
  if (revision !== 0) assertNamed(ctx, lineId)
  assertChannelsDiffer(body.channels)
  const before = await findLine(store.read, lineId)
  const leadsIntoProduction = environment === 'production' && before?.environment !== 'production'
  if (revision !== 0 && before && leadsIntoProduction) {
    const place = { ...placeOfLine(before), environment }
    await ctx.confirm({ risk: 'R3', place, targetName: before.name })
  }
  const told =
    before && revision !== 0
      ? factsOf({ ...before, lineCode: before.line_code }, await channelsOf(store.read, lineId))
      : null
  const after = factsOf(body, body.channels)
  ctx.changed(told, after)
  await ctx.approve(
    placeFacts({
      does: 'save',
      name: body.name,
      path: lineId,
      version: before?.revision ?? 0,
      before: told,
      after,
      risk: before !== undefined && before.environment !== environment ? 'R3' : 'R2',
      places: [
        { game, operator: partnerCode, lineId, environment },
        ...(before === undefined ? [] : [placeOfLine(before)]),
      ],
    }),
  )
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    const current = await findLine(tx, lineId)
    if (revision === 0 && current) throw taken('lineId', lineId)
    await assertCodeFree(tx, body)
    if (revision === 0) await insertLine(tx, body)
    else if (current) await updateLine(tx, body, current, ctx)
    else throw recordGone()
    await replaceChannels(tx, lineId, body.channels)
  })
  await cache.invalidate()
  return { revision: revision + 1 }
}
