import type { DeclaredPermission, Permission } from '@qd/contract-kit'
import type { ServerFeature } from './server-feature.ts'

/** Permissions by what asks for them. */
function askedIn({ routes, channels = [], permissions = [] }: ServerFeature): DeclaredPermission[] {
  const asked: Permission[] = [
    ...routes.flatMap(({ route }) => [route.permission, ...(route.also ?? [])]),
    ...channels.map(({ channel }) => channel.permission),
    ...permissions,
  ]
  return asked.filter((permission) => typeof permission !== 'string')
}

/**
 * A kind of things that grants are narrowed to is declared once, with the names of its parts: two readings of one pattern
 * would be two rights. And whoever asks for a kind finds it declared.
 */
export function checkResources(features: readonly ServerFeature[]): void {
  const kinds = new Set<string>()
  for (const { kind, parts } of features.flatMap(({ resources = [] }) => resources)) {
    if (kinds.has(kind)) throw new Error(`the resource ${kind} is declared twice`)
    if (kind === '' || parts.length === 0) throw new Error(`the resource ${kind} has no name or no parts`)
    kinds.add(kind)
  }
  for (const { routerName, code, resource } of features.flatMap(askedIn)) {
    if (resource === undefined || kinds.has(resource)) continue
    throw new Error(`${routerName}.${code} may be narrowed to ${resource}, which no feature declares`)
  }
}
