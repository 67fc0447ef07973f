import { riskAtLeast } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'

const hasPermission = (route: AnyRoute) =>
  typeof route.permission === 'string' || (route.permission?.routerName && route.permission.code)

/** A route without permission, level or risk does not start; neither do two routes of one address. */
export function checkDeclarations(routes: readonly AnyRoute[]): void {
  const seen = new Set<string>()
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (!hasPermission(route)) throw new Error(`${name} declares no permission`)
    if (![0, 1, 2, 3].includes(route.level)) throw new Error(`${name} declares no level`)
    if (!/^R[0-4]$/.test(route.risk ?? '')) throw new Error(`${name} declares no risk`)
    if (route.level > 0 && route.target === undefined) throw new Error(`${name} has a level but no target`)
    if (route.permission === 'public' && riskAtLeast(route.risk, 'R1')) {
      throw new Error(`${name} is public and must not change anything under the guard`)
    }
    if (seen.has(name)) throw new Error(`${name} is declared twice`)
    seen.add(name)
  }
}
