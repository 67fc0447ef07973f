import { uuidv7 } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { DataEditTables, PlayerEditRow } from '../tables.ts'

export type SomeEdit = Partial<PlayerEditRow> & Pick<PlayerEditRow, 'at'>

/** Edits of one player at chosen times, as the console stores them; answers their ids. */
export async function insertEdits(
  store: Store<DataEditTables>,
  serverKey: string,
  rows: readonly SomeEdit[],
): Promise<string[]> {
  const all = rows.map((row): PlayerEditRow => ({
    id: uuidv7(row.at),
    game: 'lantern',
    u_id: '30123000045',
    server_key: serverKey,
    actor_id: 'u-mei',
    actor: 'mei',
    reason: 'r',
    status: 'applied',
    undo_of: null,
    undo_indexes: '[]',
    changes: JSON.stringify([{ diff: 'Role', path: ['name'], op: 'set', value: 'b', old: 'a' }]),
    results: JSON.stringify([{ index: 0, status: 0, code: 'ok', msg: '' }]),
    written: '["b"]',
    version_before: '1',
    version_after: '2',
    job_id: null,
    effect_key: null,
    online_policy: null,
    run_id: null,
    use_key: null,
    protocol_md5: null,
    ...row,
  }))
  for (let from = 0; from < all.length; from += 500) {
    const part = all.slice(from, from + 500)
    await store.write((tx) => tx.insertInto('player_edit').values(part).execute())
  }
  return all.map(({ id }) => id)
}
