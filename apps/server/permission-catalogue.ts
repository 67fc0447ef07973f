import { permissionKey } from '@qd/contract-kit'
import type { Permission, PermissionTriple } from '@qd/contract-kit'
import type { ServerFeature } from '@qd/server-kit'

/** Every permission the running program asks for, from the declarations of its calls and channels. */
export function permissionCatalogue(features: readonly ServerFeature[]): PermissionTriple[] {
  const declared: Permission[] = features.flatMap((feature) => [
    ...feature.routes.map(({ route }) => route.permission),
    ...(feature.channels ?? []).map(({ channel }) => channel.permission),
    ...(feature.permissions ?? []),
  ])
  const found = new Map<string, PermissionTriple>()
  for (const permission of declared) {
    if (typeof permission !== 'string') found.set(permissionKey(permission), permission)
  }
  return [...found.values()].toSorted((a, b) => permissionKey(a).localeCompare(permissionKey(b)))
}
