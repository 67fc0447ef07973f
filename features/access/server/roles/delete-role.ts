import { AppError } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessTables } from '../access-tables.ts'
import { administer } from '../administer.ts'
import { rightsFacts } from '../approval-facts.ts'
import { mayEditRole, placesOfRole } from '../rules/role-rules.ts'

/** Only a role nobody holds goes: taking rights from people is said where it is done. */
export async function deleteRole(deps: UseCaseDeps, code: string, ctx: CallContext): Promise<null> {
  await administer(deps, ctx, async ({ model, actor, commit }) => {
    const role = model.roles.get(code)
    if (role === undefined) throw new AppError(accessErrors.role_not_found, { params: { role: code } })
    if (role.isBuiltIn) throw new AppError(accessErrors.role_built_in, { field: 'code' })
    const places = placesOfRole(model, code).length
    if (places > 0) {
      throw new AppError(accessErrors.role_held, { field: 'code', params: { role: code, places } })
    }
    if (!mayEditRole(model, actor, { role, codes: role.codes })) {
      throw new AppError(accessErrors.rights_exceeded, { field: 'code' })
    }
    const before = { name: role.name, codes: role.codes }
    ctx.changed(before, null)
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.roleDelete', params: { name: role.name } },
        object: objectKey('role', code),
        version: role.version,
        before,
        after: null,
      }),
    )
    await commit((tx: Kysely<AccessTables>) => tx.deleteFrom('role').where('id', '=', role.id).execute())
  })
  return null
}
