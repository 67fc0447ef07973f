import { AppError } from '@qd/contract-kit'
import { count } from '@qd/store'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { MAX_PRESETS, interfaceSettingsErrors } from '../contract/index.ts'
import type { InterfaceSettingsTables, PresetRow } from './tables.ts'

type Tx = Kysely<InterfaceSettingsTables>

/** The user's presets of a page and the shared ones, own ones first, then by name. */
export async function readPresets(
  store: Store<InterfaceSettingsTables>,
  userId: string,
  page: string,
): Promise<PresetRow[]> {
  const rows = await store.read
    .selectFrom('filter_preset')
    .selectAll()
    .where('page', '=', page)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('shared', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const isOwn = (row: PresetRow) => row.owner_id === userId
  return [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))]
}

export function readPreset(
  store: Store<InterfaceSettingsTables>,
  id: string,
): Promise<PresetRow | undefined> {
  return store.read.selectFrom('filter_preset').selectAll().where('id', '=', id).executeTakeFirst()
}

function nameTaken(): AppError {
  return new AppError(interfaceSettingsErrors.preset_name_taken, { field: 'name' })
}

/** The owner's parallel writes follow one another from here on, so that each counts what the one before left. */
async function holdFirst(tx: Tx, ownerId: string, page: string): Promise<void> {
  await tx
    .updateTable('filter_preset')
    .set((eb) => ({ at: eb.ref('at') }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('filter_preset as first')
        .select((first) => first.fn.min('first.id').as('id'))
        .where('first.owner_id', '=', ownerId)
        .where('first.page', '=', page),
    )
    .execute()
}

/** A new preset; the name is the owner's only once on a page. */
export async function insertPreset(tx: Tx, row: PresetRow): Promise<void> {
  const { owner_id: ownerId, page } = row
  await holdFirst(tx, ownerId, page)
  const added = await tx
    .insertInto('filter_preset')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_id', 'page', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw nameTaken()
  const kept = await count(tx, 'filter_preset', (rows) =>
    rows.where('owner_id', '=', ownerId).where('page', '=', page),
  )
  // Thrown inside the transaction, so the row that was too many is not kept.
  if (kept > MAX_PRESETS) {
    throw new AppError(interfaceSettingsErrors.presets_full, { params: { limit: MAX_PRESETS } })
  }
}

/** Puts a new filter and name on the owner's preset, if it is still theirs. */
export async function updatePreset(tx: Tx, row: PresetRow): Promise<void> {
  const { id, owner_id: ownerId, page, name, filter, shared, at } = row
  const same = await tx
    .selectFrom('filter_preset')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('page', '=', page)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (same !== undefined) throw nameTaken()
  const changed = await tx
    .updateTable('filter_preset')
    .set({ name, filter, shared, at })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('page', '=', page)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw new AppError(interfaceSettingsErrors.preset_not_found, { field: 'id' })
}

export async function deletePreset(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('filter_preset').where('id', '=', id).execute()
}
