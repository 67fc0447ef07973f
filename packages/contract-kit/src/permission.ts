/** What kind of thing a permission opens (S6.02). */
export type PermissionType = 'button' | 'menu' | 'field' | 'channel' | 'job'

/** One entry of the permission catalogue: page, code and kind (S6.02). */
export interface PermissionTriple {
  readonly routerName: string
  readonly code: string
  readonly type: PermissionType
}

/** Roles every console has beside `ROLE_ADMIN` and `admin`, who hold every permission there is. */
export const BUILT_IN_ROLES = ['operator', 'developer', 'reviewer', 'reader'] as const
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number]

/** A permission as its feature declares it, once; its title stands beside it in the feature's locales, under its key. */
export interface DeclaredPermission extends PermissionTriple {
  /** The built-in roles that hold it. */
  readonly heldBy: readonly BuiltInRole[]
  /** The risk of what handlers ask it for; that of the calls it opens is known from them. */
  readonly risk?: Risk
  /**
   * The kind of things a grant of it may be narrowed to. Its calls let such grants in by the place alone: their handlers
   * ask `holdsFor` for each thing, or narrow what they list.
   */
  readonly resource?: string
}

/** Declares a permission. Calls, channels and jobs take nothing else, so that no code is written twice. */
export function definePermission(permission: DeclaredPermission): DeclaredPermission {
  return permission
}

/** Who may call: anyone, any signed-in user, a game server by its signature, or holders of one permission. */
export type Permission = 'public' | 'session' | 'game-server' | DeclaredPermission

/** Calls of game servers stand under this path, and nothing else does. */
export const GAME_SERVER_PATH = '/open/v1/'

/** Whether no session stands behind such a call: until its body is read, its sender is a stranger. */
export function isSessionless(permission: Permission): permission is 'public' | 'game-server' {
  return permission === 'public' || permission === 'game-server'
}

/**
 * How a caller is signed in: in full, before their second factor is set up, in the preview of a role (reads
 * only), or as a program with an API token.
 */
export type SessionKind = 'full' | 'pending' | 'preview' | 'token'

/** For calls with the permission `session` whose handler asks the grants of an API token. */
export const WITH_TOKENS: readonly SessionKind[] = ['full', 'preview', 'token']

/** The text form under which roles store a permission: `routerName.code`. */
export function permissionKey(permission: PermissionTriple): string {
  return `${permission.routerName}.${permission.code}`
}

/** Risk of a call, from reading to destruction of a whole server. */
export type Risk = 'R0' | 'R1' | 'R2' | 'R3' | 'R4'

const RISKS: readonly Risk[] = ['R0', 'R1', 'R2', 'R3', 'R4']

/** Whether a risk is the floor or above it, R0 lowest. */
export function riskAtLeast(risk: Risk, floor: Risk): boolean {
  return RISKS.indexOf(risk) >= RISKS.indexOf(floor)
}

export function higherRisk(left: Risk, right: Risk): Risk {
  return riskAtLeast(left, right) ? left : right
}

/** How deep a selection the call needs: 0 game, 1 operator, 2 line, 3 server (S5.01). */
export type Level = 0 | 1 | 2 | 3

/** Environment of a line; grants may be limited to one. */
export type Environment = 'dev' | 'test' | 'staging' | 'production'
export const ENVIRONMENTS: readonly Environment[] = ['dev', 'test', 'staging', 'production']
