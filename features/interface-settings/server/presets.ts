import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Risk, RouteInput } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { interfaceSettingsErrors, presetShare } from '../contract/index.ts'
import type { Preset, presetDel, presetSave } from '../contract/index.ts'
import { deletePreset, insertPreset, readPreset, readPresets, updatePreset } from './preset-store.ts'
import type { InterfaceSettingsTables, PresetRow } from './tables.ts'

type SettingsStore = Store<InterfaceSettingsTables>
type SaveBody = RouteInput<typeof presetSave>['body']
type DelBody = RouteInput<typeof presetDel>['body']

function shown(row: PresetRow, ctx: CallContext): Preset {
  const isOwn = row.owner_id === ctx.caller.userId
  return {
    id: row.id,
    name: row.name,
    filter: parseJsonText(row.filter) as Record<string, string>,
    isShared: row.shared === 1,
    isOwn,
    ownerName: row.owner_name,
    mayChange: isOwn || ctx.holds(presetShare),
  }
}

/** A filter tells of what it looks for: those of others are for who may do something on their page. */
function isOpenTo(row: PresetRow, { caller }: CallContext): boolean {
  if (row.owner_id === caller.userId) return true
  const [router] = row.page.split('.')
  return caller.grants.some(
    ({ codes, resource }) =>
      resource === undefined && codes.some((code) => code === '*' || code.startsWith(`${router}.`)),
  )
}

export async function listPresets(
  store: SettingsStore,
  page: string,
  ctx: CallContext,
): Promise<readonly Preset[]> {
  const rows = await readPresets(store, ctx.caller.userId, page)
  return rows.filter((row) => isOpenTo(row, ctx)).map((row) => shown(row, ctx))
}

/** The preset if the caller may change it; one they may not even see is answered like one that is missing. */
async function changeable(
  store: SettingsStore,
  id: string | undefined,
  ctx: CallContext,
): Promise<PresetRow | null> {
  if (id === undefined) return null
  const row = await readPreset(store, id)
  const isOwn = row?.owner_id === ctx.caller.userId
  if (row === undefined || (!isOwn && row.shared === 0) || !isOpenTo(row, ctx)) {
    throw new AppError(interfaceSettingsErrors.preset_not_found, { field: 'id' })
  }
  if (!isOwn && !ctx.holds(presetShare)) throw new AppError(coreErrors.forbidden)
  return row
}

/** What others see is audited, what only the caller sees is not. */
function weigh(touchesShared: boolean): Risk {
  return touchesShared ? 'R1' : 'R0'
}

export async function weighSave(store: SettingsStore, body: SaveBody, ctx: CallContext): Promise<Risk> {
  const old = await changeable(store, body.id, ctx)
  return weigh(body.isShared || old?.shared === 1)
}

export async function weighDel(store: SettingsStore, body: DelBody, ctx: CallContext): Promise<Risk> {
  const old = await changeable(store, body.id, ctx)
  return weigh(old?.shared === 1)
}

/** Runs the change with an audit row where others see it. */
function run<T>(
  store: SettingsStore,
  ctx: CallContext,
  isAudited: boolean,
  change: (tx: Kysely<InterfaceSettingsTables>) => Promise<T>,
): Promise<T> {
  return isAudited ? ctx.commit(change) : store.write(change)
}

function compared(row: PresetRow | null): object | null {
  if (row === null) return null
  return { name: row.name, isShared: row.shared === 1, filter: parseJsonText(row.filter) as object }
}

export async function savePreset(
  store: SettingsStore,
  body: SaveBody,
  ctx: CallContext,
  nowMs: number,
): Promise<{ id: string }> {
  const old = await changeable(store, body.id, ctx)
  if (old !== null && old.owner_id !== ctx.caller.userId) throw new AppError(coreErrors.forbidden)
  const isShared = body.isShared || old?.shared === 1
  if (body.isShared && !ctx.holds(presetShare)) throw new AppError(coreErrors.forbidden)
  const row: PresetRow = {
    id: old?.id ?? uuidv7(),
    owner_id: ctx.caller.userId,
    owner_name: ctx.caller.name,
    page: body.page,
    name: body.name,
    filter: JSON.stringify(body.filter),
    shared: body.isShared ? 1 : 0,
    at: nowMs,
  }
  ctx.changed(compared(old), compared(row))
  await run(store, ctx, isShared, (tx) => (old === null ? insertPreset(tx, row) : updatePreset(tx, row)))
  return { id: row.id }
}

export async function removePreset(store: SettingsStore, body: DelBody, ctx: CallContext): Promise<null> {
  const old = await changeable(store, body.id, ctx)
  if (old === null) return null
  ctx.changed(compared(old), null)
  await run(store, ctx, old.shared === 1, (tx) => deletePreset(tx, old.id))
  return null
}
