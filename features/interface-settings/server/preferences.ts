import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { count } from '@qd/store'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { MAX_PREFERENCES, MAX_PREFERENCE_BYTES, interfaceSettingsErrors } from '../contract/index.ts'
import type { InterfaceSettingsTables } from './tables.ts'

type SettingsStore = Store<InterfaceSettingsTables>

export async function readPreferences(
  store: SettingsStore,
  userId: string,
): Promise<Record<string, unknown>> {
  const rows = await store.read
    .selectFrom('preference')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .orderBy('key')
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, parseJsonText(value)]))
}

/** The user's parallel writes follow one another from here on, so that each counts what the one before left. */
async function holdFirst(tx: Kysely<InterfaceSettingsTables>, userId: string): Promise<void> {
  await tx
    .updateTable('preference')
    .set((eb) => ({ at: eb.ref('at') }))
    .where('user_id', '=', userId)
    .where('key', '=', (eb) =>
      eb
        .selectFrom('preference as first')
        .select((first) => first.fn.min('first.key').as('key'))
        .where('first.user_id', '=', userId),
    )
    .execute()
}

/** Keeps a value for the user; null or nothing forgets it. */
export async function keepPreference(
  store: SettingsStore,
  userId: string,
  given: { key: string; value: unknown; at: number },
): Promise<void> {
  const { key, at } = given
  if (given.value === null || given.value === undefined) {
    await store.write((tx) =>
      tx.deleteFrom('preference').where('user_id', '=', userId).where('key', '=', key).execute(),
    )
    return
  }
  const value = JSON.stringify(given.value)
  if (Buffer.byteLength(value) > MAX_PREFERENCE_BYTES) {
    throw new AppError(interfaceSettingsErrors.preference_too_large, {
      field: 'value',
      params: { limit: MAX_PREFERENCE_BYTES / 1024 },
    })
  }
  await store.write(async (tx) => {
    await holdFirst(tx, userId)
    await tx
      .insertInto('preference')
      .values({ user_id: userId, key, value, at })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value, at }))
      .execute()
    const kept = await count(tx, 'preference', (rows) => rows.where('user_id', '=', userId))
    // Thrown inside the transaction, so the row that was too many is not kept.
    if (kept > MAX_PREFERENCES) {
      throw new AppError(interfaceSettingsErrors.preferences_full, { params: { limit: MAX_PREFERENCES } })
    }
  })
}
