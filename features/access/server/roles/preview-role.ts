import { AppError } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { accessErrors } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { checkGrant } from '../assign-roles.ts'
import { expand } from '../model/held-rights.ts'
import { loadModel } from '../model/load-model.ts'
import { actorOf } from '../rules/actor.ts'
import { mayGive } from '../rules/user-rules.ts'

/** A read-only session that sees what the role sees there; only of what the caller may give. */
export async function previewRole(
  deps: UseCaseDeps,
  grant: RoleGrant,
  ctx: CallContext,
): Promise<{ token: string; expiresAt: number }> {
  const model = await loadModel(deps)
  const role = model.roles.get(grant.role)
  if (role === undefined) {
    throw new AppError(accessErrors.role_not_found, { field: 'role', params: { role: grant.role } })
  }
  checkGrant(deps.narrowing, grant)
  // It gives nobody a right, and ends with theirs: so one of theirs that has an end is enough.
  if (!mayGive(model, actorOf(model, ctx.caller), grant)) {
    throw new AppError(accessErrors.rights_exceeded, { field: 'scope' })
  }
  // Pages name built-in roles in the reader's language.
  const label = role.isBuiltIn ? role.code : role.name
  // Who has a role for some things only is not shown what is meant for all who have it.
  const roles = grant.resource === undefined ? [role.code] : []
  return deps.previews().open(ctx.caller, { label, roles, grants: [expand(model, grant)] })
}
