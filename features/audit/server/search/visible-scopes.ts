import { givesWholly, permissionKey } from '@qd/contract-kit'
import type { Environment, PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'

/** A line with its place; rows lie at its path or below. */
export interface AuditLine {
  /** `game/operator/line`. */
  path: string
  environment: Environment
}

/** Paths whose rows, and those of everything below, somebody may see; null: all rows. */
export type VisibleScopes = readonly string[] | null

const isWithin = (path: string, prefix: string) =>
  prefix === '*' || path === prefix || path.startsWith(`${prefix}/`)

/** Lines of one environment as paths. */
export function linesIn(lines: readonly AuditLine[], environment: Environment, prefix = '*'): string[] {
  return lines
    .filter((line) => line.environment === environment && isWithin(line.path, prefix))
    .map(({ path }) => path)
}

/**
 * What the grants of one permission let see. A grant for one environment covers the lines that are in it and
 * nothing above them; rows of no place (`*`) need a grant for everything.
 */
export function visibleScopes(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  lines: readonly AuditLine[],
): VisibleScopes {
  const key = permissionKey(permission)
  const grants = caller.grants.filter((grant) => givesWholly(grant, key))
  if (grants.some(({ scope, environment }) => scope === '*' && environment === '*')) return null
  const paths = grants.flatMap(({ scope, environment }) => {
    if (environment === '*') return [scope]
    const below = linesIn(lines, environment, scope)
    // A grant on a single server lies below its line.
    const above = lines.filter((line) => line.environment === environment && isWithin(scope, line.path))
    return above.length > 0 && below.length === 0 ? [scope] : below
  })
  const unique = [...new Set(paths)]
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)))
}

/** The same question asked of one row. */
export function isVisible(scope: string, visible: VisibleScopes): boolean {
  return visible === null || visible.some((path) => isWithin(scope, path))
}
