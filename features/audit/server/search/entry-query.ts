import { AppError } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { auditErrors } from '../../contract/index.ts'
import type { AuditFilter } from '../../contract/index.ts'
import type { AuditTables } from '../audit-tables.ts'
import type { EntryQuery } from './entry-filter.ts'
import { linesIn, visibleScopes } from './visible-scopes.ts'
import type { AuditLine } from './visible-scopes.ts'

export interface QueryDeps {
  store: Store<AuditTables>
  lines: () => readonly AuditLine[]
}

/** Somebody is meant by their id or, where no row has that id, by their name. */
async function actorPart(store: Store<AuditTables>, actor: string | undefined): Promise<Partial<EntryQuery>> {
  if (actor === undefined) return {}
  const row = await store.read
    .selectFrom('audit_search')
    .select('seq')
    .where('actor_id', '=', actor)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? { actorName: actor } : { actorId: actor }
}

/** What a caller asks for, limited to what they may see by this permission. */
export async function entryQuery(
  { store, lines }: QueryDeps,
  filter: AuditFilter,
  caller: Caller,
  permission: PermissionTriple,
): Promise<EntryQuery> {
  const { environment, actor, ...rest } = filter
  if (rest.from !== undefined && rest.to !== undefined && rest.from > rest.to) {
    throw new AppError(auditErrors.audit_time_range, { field: 'to' })
  }
  return {
    ...rest,
    ...(await actorPart(store, actor)),
    ...(environment === undefined ? {} : { lines: linesIn(lines(), environment) }),
    visible: visibleScopes(caller, permission, lines()),
  }
}
