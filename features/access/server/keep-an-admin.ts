import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import type { AccountsPort } from './accounts-port.ts'
import { SUPER_ROLE } from './built-in-roles.ts'

/**
 * At the end of a write that may have taken the last one: throws `last_admin` unless somebody who can sign in
 * still holds ROLE_ADMIN without an end. The stamp makes such writes follow one another, on whatever node.
 */
export async function keepAnAdmin(
  tx: Kysely<AccessTables>,
  accounts: Pick<AccountsPort, 'activeAmong'>,
): Promise<void> {
  const holders = await tx
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select('user_role.user_id')
    .where('role.code', '=', SUPER_ROLE)
    // One that ends by itself would leave nobody, and no call could refuse that.
    .where('user_role.ends_at', 'is', null)
    // One for a few things would be no administrator of the rest.
    .where('user_role.resource_kind', '=', '')
    .execute()
  const active = await accounts.activeAmong(
    tx,
    holders.map((row) => row.user_id),
  )
  if (active.length === 0) throw new AppError(accessErrors.last_admin)
}
