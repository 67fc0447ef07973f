import type { Kysely } from 'kysely'
import type { AuditTables } from '../audit-tables.ts'

/** The last link, as shown by the verifier and kept elsewhere to notice a cut. */
export interface ChainHead {
  seq: number
  hash: string
}

export function readHead(read: Kysely<AuditTables>): Promise<ChainHead | undefined> {
  return read.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst()
}
