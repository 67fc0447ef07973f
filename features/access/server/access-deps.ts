import type { DeclaredPermission, Grant, ResourceKind, Risk } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { AuditPort, Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Access } from './create-access.ts'
import type { AccessTables } from './access-tables.ts'
import type { AccountsPort } from './accounts-port.ts'
import type { Narrowing } from './narrowing.ts'

/** A permission of the running program with the highest risk of the calls it opens. */
export interface CatalogueEntry extends DeclaredPermission {
  readonly risk: Risk
}

/** Opens a session that sees what the grants allow and changes nothing; ends with the caller's own. */
export interface PreviewsPort {
  open(
    caller: Caller,
    preview: { label: string; roles: readonly string[]; grants: readonly Grant[] },
  ): Promise<{ token: string; expiresAt: number }>
}

/** A call somebody made, for when they last needed a right. */
export interface RightUse {
  readonly userId: string
  /** Permission `routerName.code` of the call. */
  readonly permission: string
  readonly scope: string
  readonly at: number
}

/** What the audit knows of how rights are used. */
export interface UsagePort {
  /** The last call of each kind at each place, of these accounts, since then. */
  lastUses(userIds: readonly string[], sinceMs: number): Promise<readonly RightUse[]>
  /** Permissions whose calls all leave a row: who holds none of them may use what they hold without anybody seeing it. */
  seen(): ReadonlySet<string>
}

export interface AccessDeps {
  store: Store<AccessTables>
  /** Asked for when called: the session feature is made after this one. */
  accounts: () => AccountsPort
  previews: () => PreviewsPort
  audit: Pick<AuditPort, 'commit'>
  usage: UsagePort
  catalogue: () => readonly CatalogueEntry[]
  /** What the permissions of the catalogue may be narrowed to. */
  resources: () => readonly ResourceKind[]
  /** Title of a permission `routerName.code` in a language. */
  titleOf: (language: Language, permission: string) => string
  nowMs?: () => number
}

/** What the use cases share. */
export interface UseCaseDeps extends AccessDeps {
  access: Access
  narrowing: Narrowing
  nowMs: () => number
}
