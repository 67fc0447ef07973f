import { BUILT_IN_ROLES, permissionKey } from '@qd/contract-kit'
import type { Grant, ResourceKind } from '@qd/contract-kit'
import { aCaller, createTestApp, recordingAudit } from '@qd/server-kit/testing'
import type { TestAnswer } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import type { RoleGrant } from '@qd/access/contract'
import * as contract from '@qd/access/contract'
import { accessMigrations, createAccessFeature } from '@qd/access/server'
import type { AccessTables, CatalogueEntry, RightUse } from '@qd/access/server'
import { createAccountsFeature } from '@qd/accounts/server'
import { accountsInMemory } from './accounts-in-memory.ts'
import { neverAsked } from './never-asked.ts'

export { accessMigrations }
export type { AccessTables }

/** A kind of things that grants of the two permissions about it may be narrowed to. */
export const VAULT: ResourceKind = { kind: 'vault', parts: ['box', 'key'] }

const entry = (
  routerName: string,
  code: string,
  risk: CatalogueEntry['risk'],
  heldBy: CatalogueEntry['heldBy'],
): CatalogueEntry => ({ routerName, code, type: 'button', risk, heldBy })

export const CATALOGUE: readonly CatalogueEntry[] = [
  entry('index', 'data.read', 'R0', BUILT_IN_ROLES),
  entry('index', 'data.edit', 'R2', ['operator', 'developer']),
  entry('index', 'player.read', 'R0', BUILT_IN_ROLES),
  entry('mock', 'simulator.hash', 'R1', ['developer']),
  { ...entry('vault', 'key.read', 'R0', ['developer']), resource: VAULT.kind },
  { ...entry('vault', 'key.edit', 'R2', ['developer']), resource: VAULT.kind },
  ...[
    contract.readUsers,
    contract.inviteUser,
    contract.editUser,
    contract.assignGrants,
    contract.readRoles,
    contract.editRole,
    contract.readGroups,
    contract.editGroup,
    contract.reviewAccess,
  ].map((permission) => ({ ...permission, risk: 'R2' as const })),
]

export const at = (role: string, scope: string, environment: RoleGrant['environment'] = '*'): RoleGrant => ({
  role,
  scope,
  environment,
})

/** The same for some keys of the vault only. */
export const onlyFor = (grant: RoleGrant, pattern: string, kind = VAULT.kind): RoleGrant => ({
  ...grant,
  resource: { kind, pattern },
})

/** The calls about rights and accounts over the real guard; whoever speaks holds what the store says they hold. */
export async function openAccessDesk(
  store: Store<AccessTables>,
  usernames: readonly string[],
  clock = { nowMs: Date.now() },
) {
  const accounts = accountsInMemory(usernames)
  const audit = recordingAudit(store.as())
  const uses: RightUse[] = []
  const previews: { label: string; roles: readonly string[]; grants: readonly Grant[] }[] = []
  const feature = createAccessFeature({
    store,
    accounts: () => accounts,
    audit,
    usage: {
      seen: () => new Set(['index.data.edit', 'users.grant.assign']),
      lastUses: async (userIds, sinceMs) =>
        uses.filter(({ userId, at: usedAt }) => userIds.includes(userId) && usedAt >= sinceMs),
    },
    previews: () => ({
      async open(_caller, preview) {
        previews.push(preview)
        return { token: 'preview-token', expiresAt: 3 }
      },
    }),
    catalogue: () => CATALOGUE,
    resources: () => [VAULT],
    titleOf: (language, permission) => `${language}:${permission}`,
    nowMs: () => clock.nowMs,
  })
  const { access, userRights } = feature
  await access.ensureBuiltInRoles(CATALOGUE)
  const app = createTestApp({
    features: [
      feature,
      createAccountsFeature({ accounts, rights: userRights, own: neverAsked('own account'), mail: null }),
    ],
    store: store.as(),
  })
  const changed: string[] = []
  access.onChange((userId) => changed.push(userId))
  return {
    access,
    app,
    accounts,
    previews,
    /** Rows of what the console did by itself. */
    audited: audit.rows,
    /** What the audit knows of how rights are used. */
    uses,
    clock,
    /** Takes what is over away, as the console does regularly. */
    cleanUp: async () => {
      for (const { run } of feature.cleanUps ?? []) await run()
    },
    /** Users whose rights were announced as changed. */
    changed,
    assign: (username: string, grants: readonly RoleGrant[]) =>
      store.write((tx) => access.assignRoles(tx, `id-${username}`, grants)),
    /** Asks as somebody with the rights they have now. */
    async ask<T = unknown>(username: string, path: string, body: unknown = {}): Promise<TestAnswer<T>> {
      const { grants, roles } = await access.rightsOf(`id-${username}`)
      const personId = (await accounts.find(`id-${username}`))?.personId
      const caller = { ...aCaller(username, grants, roles), ...(personId === undefined ? {} : { personId }) }
      return app.as(caller).post<T>(path, body)
    },
    async codesOf(username: string) {
      const { grants } = await access.rightsOf(`id-${username}`)
      return grants.map(({ scope, environment, codes, resource }) => {
        const only = resource === undefined ? '' : ` ${resource.kind}:${resource.pattern}`
        return `${scope} ${environment}${only}: ${codes.join(' ')}`
      })
    },
    close: () => app.close(),
  }
}

export const ALL_CODES = CATALOGUE.map(permissionKey).toSorted()
