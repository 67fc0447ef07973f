import type { Store } from '@qd/store'
import type { AuditTables } from '@qd/audit/server'
import { GENESIS_HASH, hashOf, rowOf } from '../../features/audit/server/chain-row.ts'

const ROWS_PER_WRITE = 1_000
const ACTIONS = [
  'data-edit.commit',
  'data-edit.undo',
  'players.newUser',
  'session.login',
  'session.saveProfile',
]
const REASONS = ['', 'support ticket', '客服工单', 'event reward', 'rollback after fault']
const START_MS = Date.UTC(2026, 0, 1)

/** The same history on every run: mostly one busy line, now and then a rare place, person, outcome or word. */
function factsOf(index: number) {
  const spread = (index * 2_654_435_761) >>> 0
  const isRare = index % 100_003 === 17
  const line = isRare ? 'harbour/hb-rare' : spread % 10 < 8 ? 'northwind/nw-main' : 'harbour/hb-main'
  const entry = {
    requestId: `${(index % 97).toString(16).padStart(10, '0')}-${index.toString(36)}`,
    actorId: isRare ? 'u-rare' : `u-${spread % 60}`,
    actor: isRare ? 'rare' : `user${spread % 60}`,
    sessionId: `s-${Math.floor(index / 400)}`,
    address: '10.0.0.1',
    action: ACTIONS[spread % 5]!,
    risk: (['R1', 'R2', 'R2', 'R3'] as const)[spread % 4]!,
    scope: `lantern/${line}/${1 + (spread % 40)}`,
    target: String(30_123_000_000 + (spread % 200_000)),
    reason: isRare ? 'needle in the hay' : `${REASONS[spread % 5]} ${spread % 9_999}`,
    detail: { changes: [{ diff: 'RoleInfo', path: ['level'], op: 'set', old: 1, value: spread % 90 }] },
  }
  const status = isRare || spread % 200 === 0 ? 503 : spread % 50 === 0 ? 403 : 0
  return { entry, status, isOpen: index % 20_011 === 5 }
}

/** Fills an empty chain with so many valid rows, quickly; intents and outcomes take turns with single rows. */
export async function seedAudit(store: Store<AuditTables>, rows: number): Promise<void> {
  let [seq, hash, index] = [0, GENESIS_HASH, 0]
  const next = () => {
    index += 1
    const { entry, status, isOpen } = factsOf(index)
    const at = START_MS + index * 25_000
    const result = { status, code: status === 0 ? 'ok' : 'refused' }
    if (index % 3 !== 0) return [rowOf({ kind: 'event', ref: null, entry, result }, at)]
    const intent = rowOf({ kind: 'intent', ref: null, entry, result: null }, at)
    if (isOpen) return [intent]
    return [intent, rowOf({ kind: 'outcome', ref: seq + 1, entry: null, result }, at + 40)]
  }
  while (seq < rows) {
    const batch: AuditTables['audit_log'][] = []
    while (batch.length < ROWS_PER_WRITE && seq < rows) {
      for (const unlinked of next()) {
        const linked = { ...unlinked, seq: seq + 1, prev_hash: hash }
        ;[seq, hash] = [linked.seq, hashOf(linked)]
        batch.push({ ...linked, hash })
      }
    }
    const columns = Object.keys(batch[0]!) as (keyof AuditTables['audit_log'])[]
    await store.write(async (tx) => {
      for (let from = 0; from < batch.length; from += 250) {
        const some = batch.slice(from, from + 250)
        await tx.insertInto('audit_log').columns(columns).values(some).execute()
      }
      await tx.updateTable('audit_head').set({ seq, hash }).where('id', '=', 1).execute()
    })
  }
}
