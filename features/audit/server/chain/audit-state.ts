import { parseJsonText } from '@qd/canonical-json'
import type { Kysely } from 'kysely'
import type { AuditTables } from '../audit-tables.ts'

type StateName = AuditTables['audit_state']['name']

/** The kept state of a job, over what it is at first. */
export async function readState<T extends object>(
  read: Kysely<AuditTables>,
  name: StateName,
  first: T,
): Promise<T> {
  const row = await read.selectFrom('audit_state').select('value').where('name', '=', name).executeTakeFirst()
  return { ...first, ...(parseJsonText(row?.value ?? '{}') as Partial<T>) }
}

export async function writeState(tx: Kysely<AuditTables>, name: StateName, value: object): Promise<void> {
  await tx
    .updateTable('audit_state')
    .set({ value: JSON.stringify(value) })
    .where('name', '=', name)
    .execute()
}
