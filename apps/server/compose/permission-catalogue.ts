import { higherRisk, mostRisk, permissionKey } from '@qd/contract-kit'
import type { DeclaredPermission, Permission, Risk } from '@qd/contract-kit'
import type { ServerFeature } from '@qd/server-kit'

export interface CataloguedPermission extends DeclaredPermission {
  /** The highest of the calls it opens and of what handlers ask it for. */
  risk: Risk
}

/** Every permission the running program asks for, from the declarations of its calls, channels, jobs and schedules. */
export function permissionCatalogue(features: readonly ServerFeature[]): CataloguedPermission[] {
  const declared: { permission: Permission; risk: Risk }[] = features.flatMap((feature) => [
    ...feature.routes.map(({ route }) => ({ permission: route.permission, risk: mostRisk(route) })),
    ...(feature.channels ?? []).map(({ channel }) => ({
      permission: channel.permission,
      risk: 'R0' as const,
    })),
    ...(feature.jobs ?? []).map(({ job }) => job),
    ...(feature.schedules ?? []).map(({ schedule }) => schedule),
    ...(feature.permissions ?? []).map((permission) => ({ permission, risk: 'R0' as const })),
  ])
  const found = new Map<string, CataloguedPermission>()
  for (const { permission, risk } of declared) {
    if (typeof permission === 'string') continue
    const key = permissionKey(permission)
    const known = found.get(key)?.risk ?? permission.risk ?? 'R0'
    found.set(key, { ...permission, risk: higherRisk(risk, known) })
  }
  return [...found.values()].toSorted((a, b) => permissionKey(a).localeCompare(permissionKey(b)))
}
