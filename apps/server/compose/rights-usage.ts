import type { UsagePort } from '@qd/access/server'
import type { AuditFeature } from '@qd/audit/server'
import { mostRisk, permissionKey, riskAtLeast } from '@qd/contract-kit'
import type { ServerFeature } from '@qd/server-kit'

interface Calls {
  /** Permission a call asks for that may leave a row in the audit, by its title. */
  readonly permissionOf: ReadonlyMap<string, string>
  /** Permissions whose calls all leave one. */
  readonly seen: ReadonlySet<string>
}

function callsOf(features: readonly ServerFeature[]): Calls {
  const permissionOf = new Map<string, string>()
  const seen = new Set<string>()
  const unseen = new Set<string>()
  for (const { route } of features.flatMap((feature) => feature.routes)) {
    if (typeof route.permission === 'string') continue
    const key = permissionKey(route.permission)
    // From R1 on a call leaves a row.
    if (riskAtLeast(mostRisk(route), 'R1')) permissionOf.set(route.title, key)
    const of = riskAtLeast(route.risk, 'R1') ? seen : unseen
    of.add(key)
  }
  return { permissionOf, seen: new Set([...seen].filter((key) => !unseen.has(key))) }
}

/** When rights were last needed, from the audit; asked once all features are there. */
export function rightsUsage(
  audit: Pick<AuditFeature, 'lastUses'>,
  features: readonly ServerFeature[],
): UsagePort {
  let known: Calls | undefined
  const calls = () => (known ??= callsOf(features))
  return {
    seen: () => calls().seen,
    async lastUses(userIds, sinceMs) {
      const found = await audit.lastUses(userIds, sinceMs)
      return found.flatMap(({ userId, action, scope, at }) => {
        const permission = calls().permissionOf.get(action)
        return permission === undefined ? [] : [{ userId, permission, scope, at }]
      })
    },
  }
}
