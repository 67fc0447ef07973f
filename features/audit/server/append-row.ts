import type { StatementTarget, Store } from '@qd/store'
import type { AuditRow, AuditTables } from './audit-tables.ts'
import type { UnlinkedRow } from './chain-row.ts'
import { hashOf } from './chain-row.ts'

interface Head {
  seq: number
  hash: string
}

type RowParams = readonly (string | number | null)[]

const COLUMNS = 'seq, at, kind, ref, actor_id, action, scope, target, status, entry, prev_hash, hash'
const marks = (mark: (index: number) => string) => COLUMNS.split(', ').map((_, i) => mark(i + 1))

/** Appends to the chain within a write; gives the row's `seq`. Lock order: the head is always taken last. */
export type AppendRow = (tx: StatementTarget, row: UnlinkedRow) => Promise<number>

/** The chain's end is read anew in each transaction: a remembered one would survive a rollback it must not. */
export function createAppendRow(store: Store<AuditTables>): AppendRow {
  const readHead = store.statement<[], Head>({
    sqlite: 'select seq, hash from audit_head where id = 1',
    postgres: 'select seq, hash from audit_head where id = 1 for update',
  })
  const insertRow = store.statement<RowParams, never>({
    sqlite: `insert into audit_log (${COLUMNS}) values (${marks(() => '?').join(', ')})`,
    postgres: `insert into audit_log (${COLUMNS}) values (${marks((i) => `$${i}`).join(', ')})`,
  })
  const moveHead = store.statement<[number, string], never>({
    sqlite: 'update audit_head set seq = ?, hash = ? where id = 1',
    postgres: 'update audit_head set seq = $1, hash = $2 where id = 1',
  })
  return async (tx, unlinked) => {
    const head = await readHead.get(tx, [])
    if (head === undefined) throw new Error('audit_head has lost its row')
    const linked = { ...unlinked, seq: head.seq + 1, prev_hash: head.hash }
    const row: AuditRow = { ...linked, hash: hashOf(linked) }
    await insertRow.run(tx, [
      row.seq,
      row.at,
      row.kind,
      row.ref,
      row.actor_id,
      row.action,
      row.scope,
      row.target,
      row.status,
      row.entry,
      row.prev_hash,
      row.hash,
    ])
    await moveHead.run(tx, [row.seq, row.hash])
    return row.seq
  }
}
