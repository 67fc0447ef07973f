import type { Store } from '../store.ts'
import type { LeaseTables } from './lease-table.ts'

/** The database's clock in milliseconds: nodes may disagree about the time, one database does not. */
const NOW = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: `(extract(epoch from clock_timestamp()) * 1000)::bigint`,
}

interface Fenced {
  fence: number
}

/** Free, over, or so far ahead that the clock must have been set back. */
const isFree = (now: string, ttl: string) =>
  `lease.expires_at <= ${now} or lease.expires_at > ${now} + ${ttl}`

export function leaseStatements(store: Store<LeaseTables>) {
  return {
    take: store.statement<[string, string, number, number], Fenced>({
      sqlite: `insert into lease (name, holder, fence, expires_at) values (?, ?, 1, ${NOW.sqlite} + ?)
        on conflict (name) do update set holder = excluded.holder, fence = lease.fence + 1, expires_at = excluded.expires_at
        where ${isFree(NOW.sqlite, '?')} returning fence`,
      postgres: `insert into lease (name, holder, fence, expires_at) values ($1, $2, 1, ${NOW.postgres} + $3::bigint)
        on conflict (name) do update set holder = excluded.holder, fence = lease.fence + 1, expires_at = excluded.expires_at
        where ${isFree(NOW.postgres, '$4::bigint')} returning fence`,
    }),
    renew: store.statement<[number, string, string, number], Fenced>({
      sqlite: `update lease set expires_at = ${NOW.sqlite} + ? where name = ? and holder = ? and fence = ? returning fence`,
      postgres: `update lease set expires_at = ${NOW.postgres} + $1::bigint where name = $2 and holder = $3 and fence = $4 returning fence`,
    }),
    /** Locks the row until the end of the transaction: nobody becomes the next holder before it commits. */
    confirm: store.statement<[string, string, number], Fenced>({
      sqlite: 'update lease set fence = fence where name = ? and holder = ? and fence = ? returning fence',
      postgres:
        'update lease set fence = fence where name = $1 and holder = $2 and fence = $3 returning fence',
    }),
    release: store.statement<[string, string, number], Fenced>({
      sqlite: 'update lease set expires_at = 0 where name = ? and holder = ? and fence = ? returning fence',
      postgres:
        'update lease set expires_at = 0 where name = $1 and holder = $2 and fence = $3 returning fence',
    }),
  }
}

export type LeaseStatements = ReturnType<typeof leaseStatements>
