import { AppError } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { Caller } from '@qd/server-kit'
import { accessErrors, readRoles } from '../../contract/index.ts'
import type { permissionList, roleHolders, roleList, roleOptions } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccessModel } from '../model/access-model.ts'
import { holdersOfRole } from '../model/held-rights.ts'
import { loadModel } from '../model/load-model.ts'
import { actorOf, seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { visibleGroups } from '../rules/group-rules.ts'
import { mayEditRole } from '../rules/role-rules.ts'

/** Built-in roles first, then the console's own, each by code. */
export function inOrder(model: AccessModel) {
  const roles = [...model.roles.values()]
  return [...roles.filter(({ isBuiltIn }) => isBuiltIn), ...roles.filter(({ isBuiltIn }) => !isBuiltIn)]
}

export async function listRoles(deps: UseCaseDeps, caller: Caller): Promise<RouteReply<typeof roleList>> {
  const model = await loadModel(deps)
  const actor = actorOf(model, caller)
  return inOrder(model).map((role) => ({
    code: role.code,
    name: role.name,
    isBuiltIn: role.isBuiltIn,
    codes: [...role.codes],
    version: role.version,
    holders: holdersOfRole(model, role.code).size,
    mayEdit: mayEditRole(model, actor, { role, codes: role.codes }),
  }))
}

export async function listRoleOptions(deps: UseCaseDeps): Promise<RouteReply<typeof roleOptions>> {
  const { narrowing } = deps
  return inOrder(await loadModel(deps)).map(({ code, name, isBuiltIn, codes }) => ({
    code,
    name,
    isBuiltIn,
    codes: [...codes],
    narrowed: narrowing
      .kinds()
      .map(({ kind }) => ({ kind, codes: codes.filter((key) => narrowing.kindOf(key) === kind) }))
      .filter((left) => left.codes.length > 0),
  }))
}

function holdersInSight(model: AccessModel, actor: Actor, code: string) {
  const seen = visibleGroups(model, actor)
  const byUsers = [...model.userGrants].flatMap(([userId, grants]) =>
    grants.map((grant) => ({ userId, group: null, grant })),
  )
  const byGroups = [...model.groups.values()]
    .filter(({ id }) => seen.has(id))
    .flatMap((group) => group.grants.map((grant) => ({ userId: null, group, grant })))
  return [...byGroups, ...byUsers].filter(
    ({ grant }) => grant.role === code && seesGrant(actor, readRoles, grant),
  )
}

/** Accounts and groups that hold a role within the caller's sight; the first 200. */
export async function listRoleHolders(
  deps: UseCaseDeps,
  caller: Caller,
  code: string,
): Promise<RouteReply<typeof roleHolders>> {
  const model = await loadModel(deps)
  if (!model.roles.has(code)) throw new AppError(accessErrors.role_not_found, { params: { role: code } })
  const holders = holdersInSight(model, actorOf(model, caller), code).slice(0, 200)
  const ids = holders.flatMap(({ userId }) => userId ?? [])
  const { list } = await deps.accounts().list({ ids, page: 1, pageSize: 200 })
  const known = new Map(list.map((account) => [account.id, account]))
  return holders.flatMap(({ userId, group, grant }) => {
    const account = userId === null ? undefined : known.get(userId)
    if (group === null && account === undefined) return []
    const user = account && { id: account.id, name: account.name, username: account.username }
    const { role: _role, ...held } = grant
    return [{ user: user ?? null, group: group && { id: group.id, name: group.name }, ...held }]
  })
}

/** The permission catalogue by page (S6.02), with titles in the caller's language. */
export function listPermissions(
  { catalogue, titleOf }: UseCaseDeps,
  language: Language,
): RouteReply<typeof permissionList> {
  const pages = Map.groupBy(catalogue(), ({ routerName }) => routerName)
  return [...pages].map(([routerName, entries]) => ({
    routerName,
    functionList: entries.map(({ code, type, risk, resource }) => ({
      code,
      type,
      risk,
      ...(resource === undefined ? {} : { resource }),
      title: titleOf(language, `${routerName}.${code}`),
    })),
  }))
}
