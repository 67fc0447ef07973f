import type { Kysely } from 'kysely'
import type { CodeTables } from '../code-tables.ts'
import type { Desk } from './desk.ts'

type Tx = Kysely<CodeTables>

async function saveRedemptions(tx: Tx, { changes, redemptions, nowMs }: Desk): Promise<void> {
  // What was made and ended in the same transaction is written as it ended.
  const made = changes.made.map(({ id }) => redemptions.get(id)!)
  if (made.length > 0) await tx.insertInto('code_redemption').values(made).execute()
  const isNew = new Set(made.map(({ id }) => id))
  const byState = Map.groupBy(
    [...changes.settled].filter(([id]) => !isNew.has(id)),
    ([, state]) => state,
  )
  for (const [state, ended] of byState) {
    await tx
      .updateTable('code_redemption')
      .set({ state, settled_at: nowMs })
      .where(
        'id',
        'in',
        ended.map(([id]) => id),
      )
      .execute()
  }
}

async function saveUses(tx: Tx, { changes }: Desk): Promise<void> {
  const codes = Map.groupBy(
    [...changes.codeUses].filter(([, by]) => by !== 0),
    ([, by]) => by,
  )
  for (const [by, digests] of codes) {
    await tx
      .updateTable('code')
      .set((eb) => ({ used: eb('used', '+', by) }))
      .where(
        'digest',
        'in',
        digests.map(([digest]) => digest),
      )
      .execute()
  }
  for (const [number, { used, confirmed }] of changes.batchUses) {
    if (used === 0 && confirmed === 0) continue
    await tx
      .updateTable('code_batch')
      .set((eb) => ({ used: eb('used', '+', used), confirmed: eb('confirmed', '+', confirmed) }))
      .where('number', '=', number)
      .execute()
  }
}

async function saveGuesses(tx: Tx, { changes: { guesses } }: Desk): Promise<void> {
  if (guesses.size === 0) return
  // In one order on every node, so that two never wait for each other.
  const rows = [...guesses.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1))
  await tx
    .insertInto('code_guess')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        since: eb.ref('excluded.since'),
        wrong: eb.ref('excluded.wrong'),
        strikes: eb.ref('excluded.strikes'),
        blocked_until: eb.ref('excluded.blocked_until'),
      })),
    )
    .execute()
}

/** Writes what the asks changed. */
export async function saveDesk(tx: Tx, desk: Desk): Promise<void> {
  await saveRedemptions(tx, desk)
  await saveUses(tx, desk)
  await saveGuesses(tx, desk)
}
