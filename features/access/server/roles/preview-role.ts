import { AppError } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { accessErrors } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { checkGrants } from '../change-grants.ts'
import { expand } from '../model/held-rights.ts'
import { loadModel } from '../model/load-model.ts'
import { actorOf } from '../rules/actor.ts'

/** A read-only session that sees what the role sees there; only of what the caller may give. */
export async function previewRole(
  { store, previews }: UseCaseDeps,
  grant: RoleGrant,
  ctx: CallContext,
): Promise<{ token: string; expiresAt: number }> {
  const model = await loadModel(store.read)
  checkGrants(model, actorOf(model, ctx.caller), { grants: [grant], field: 'grants' })
  const role = model.roles.get(grant.role)
  if (role === undefined) {
    throw new AppError(accessErrors.role_not_found, { field: 'role', params: { role: grant.role } })
  }
  // Pages name built-in roles in the reader's language.
  const label = role.isBuiltIn ? role.code : role.name
  return previews().open(ctx.caller, { label, roles: [role.code], grants: [expand(model, grant)] })
}
