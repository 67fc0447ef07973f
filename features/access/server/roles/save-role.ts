import { AppError, permissionKey } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { objectKey, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { roleSave } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessTables } from '../access-tables.ts'
import { administer } from '../administer.ts'
import type { Decision } from '../administer.ts'
import type { ModelRole } from '../model/access-model.ts'
import { holdersOfRole } from '../model/held-rights.ts'
import { lastingUntil } from '../rules/actor.ts'
import { rightsFacts } from '../approval-facts.ts'
import { rightsChanged } from '../rights-changed.ts'
import { mayEditRole, mayWriteCodes } from '../rules/role-rules.ts'

type Draft = RouteInput<typeof roleSave>['body']

const CODE = /^[a-zA-Z][\w.-]{1,63}$/

function checkCodes({ catalogue }: UseCaseDeps, role: ModelRole | null, codes: readonly string[]): void {
  const known = new Set([...catalogue().map(permissionKey), ...(role?.codes ?? [])])
  const at = codes.findIndex((code) => code === '*' || !known.has(code))
  if (at === -1) return
  throw new AppError(accessErrors.permission_unknown, {
    field: `codes.${at}`,
    params: { permission: codes[at] ?? '' },
  })
}

function checkNew({ model, actor }: Decision, { code, codes }: Draft): void {
  if (!CODE.test(code)) throw new AppError(accessErrors.role_code_invalid, { field: 'code' })
  if (model.roles.has(code)) {
    throw new AppError(accessErrors.role_code_taken, { field: 'code', params: { role: code } })
  }
  if (!mayWriteCodes(actor, null, codes)) throw new AppError(accessErrors.rights_exceeded, { field: 'codes' })
}

function checkEdit({ model, actor }: Decision, role: ModelRole, { codes, version }: Draft): void {
  const { code } = role
  if (role.isBuiltIn) throw new AppError(accessErrors.role_built_in, { field: 'code' })
  if (role.version !== version) {
    const current = { name: role.name, codes: role.codes, version: role.version }
    throw new AppError(accessErrors.role_changed, { params: { role: code }, details: { current } })
  }
  if (!mayEditRole(model, actor, { role, codes })) {
    throw new AppError(accessErrors.rights_exceeded, { field: 'codes' })
  }
}

async function writeRole(
  tx: AnyTx,
  { code, name, codes }: Draft,
  by: { role: ModelRole | null; userId: string },
): Promise<void> {
  const db: Kysely<AccessTables> = tx
  const id = by.role?.id ?? uuidv7()
  if (by.role === null) {
    await db.insertInto('role').values({ id, code, name, built_in: 0, created_by: by.userId }).execute()
  } else {
    const version = by.role.version + 1
    await db.updateTable('role').set({ name, version }).where('id', '=', id).execute()
    await db.deleteFrom('role_permission').where('role_id', '=', id).execute()
  }
  if (codes.length === 0) return
  await db
    .insertInto('role_permission')
    .values(codes.map((permission_key) => ({ role_id: id, permission_key })))
    .execute()
}

/** Makes or changes a role of the console's own; whoever holds it works on with the new rights at once. */
export async function saveRole(
  deps: UseCaseDeps,
  body: Draft,
  ctx: CallContext,
): Promise<{ version: number }> {
  const draft = { ...body, codes: [...new Set(body.codes)].sort() }
  return administer(deps, ctx, async (decision) => {
    const { model, commit } = decision
    // A role gives its codes for as long as it is held.
    const actor = lastingUntil(decision.actor, undefined)
    const lasting = { ...decision, actor }
    const role = model.roles.get(draft.code) ?? null
    if (role === null && draft.version > 0) {
      throw new AppError(accessErrors.role_not_found, { field: 'code', params: { role: draft.code } })
    }
    if (role === null || draft.version === 0) checkNew(lasting, draft)
    else checkEdit(lasting, role, draft)
    checkCodes(deps, role, draft.codes)
    const before = role && { name: role.name, codes: role.codes }
    const after = { name: draft.name, codes: draft.codes }
    ctx.changed(before, after)
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.role', params: { name: draft.name } },
        object: objectKey('role', draft.code),
        version: draft.version,
        before,
        after,
      }),
    )
    await commit(async (tx) => {
      await writeRole(tx, draft, { role, userId: actor.userId })
      // A new name changes nobody's rights.
      if (String(role?.codes) === String(draft.codes)) return
      await rightsChanged(deps, ctx, { tx, userIds: holdersOfRole(model, draft.code) })
    })
    return { version: (role?.version ?? 0) + 1 }
  })
}
