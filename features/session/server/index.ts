import type { CallersPort, ServerFeature, SessionPort, StepUpPort } from '@qd/server-kit'
import { INVITATION_ACCEPTED, NEW_DEVICE } from '../contract/index.ts'
import { createAccountAdministration } from './accounts/account-administration.ts'
import type { AccountAdministration } from './accounts/account-administration.ts'
import type { AccountsPort } from './accounts/accounts-port.ts'
import { makeAdminLink } from './links/admin-link.ts'
import type { AdminLink, AdminLinkRequest } from './links/admin-link.ts'
import { makeSignInLink } from './links/sign-in-links.ts'
import type { SignInLinkRequest } from './links/sign-in-links.ts'
import { hasAccounts } from './accounts/accounts.ts'
import { createOwnAccount } from './accounts/own-account.ts'
import type { OwnAccount } from './accounts/own-account.ts'
import { createAccountsPort } from './accounts/create-accounts-port.ts'
import { createSessionPort } from './sessions/create-session-port.ts'
import { announceSetup } from './accounts/first-setup.ts'
import { createIdentityProvider } from './identity-provider/identity-provider.ts'
import { loadAccountCaller, loadTokenHolder } from './sessions/load-account-caller.ts'
import { namesOf } from './accounts/names-of.ts'
import { oidcRoutes } from './identity-provider/oidc-routes.ts'
import type { OidcDesk } from './identity-provider/oidc-sign-in.ts'
import { createPreviewsPort } from './sessions/open-preview.ts'
import type { PreviewsPort } from './sessions/open-preview.ts'
import { seedAccounts } from './accounts/seed-accounts.ts'
import type { SeedAccount } from './accounts/seed-accounts.ts'
import type { SessionDeps } from './session-deps.ts'
import { serveSessionChannel } from './sessions/session-live.ts'
import { makeUseCaseDeps } from './use-case-deps.ts'
import type { UseCaseDeps } from './use-case-deps.ts'
import { sessionRoutes } from './session-routes.ts'
import { createStepUp } from './step-up/step-up.ts'
import { sweep } from './sweep.ts'

export type { AccountAdministration, UserToCreate } from './accounts/account-administration.ts'
export type { AccountsPort } from './accounts/accounts-port.ts'
export { AdminLinkError } from './links/admin-link.ts'
export type { OidcSettings } from './identity-provider/identity-provider.ts'
export type { PreviewToOpen, PreviewsPort } from './sessions/open-preview.ts'
export type { AccessPort, Commit, HashCost, RoleAssignment, SessionDeps } from './session-deps.ts'
export type { SeedAccount } from './accounts/seed-accounts.ts'
export { sessionMigrations } from './migrations/session-migrations.ts'
export type { SessionTables } from './session-tables.ts'

const SWEEP_MS = 5 * 60_000

export interface SessionFeature extends ServerFeature {
  session: SessionPort
  callers: CallersPort
  /** For the gate. */
  stepUp: StepUpPort
  administration: AccountAdministration
  accounts: AccountsPort
  /** For the calls of people on their own account. */
  ownAccount: OwnAccount
  previews: PreviewsPort
  /** Names of the accounts and API tokens among these ids. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** For the sandbox, whose password the policy would refuse. Gives the names that are new. */
  seedAccounts(accounts: readonly SeedAccount[], password: string): Promise<string[]>
  /** One-time code and path for the first administrator; null once an account exists. */
  announceSetup(): Promise<{ code: string; path: string } | null>
  /** From the server's terminal: a one-time link for an administrator, or for a new one. Throws AdminLinkError. */
  makeAdminLink(asked: AdminLinkRequest): Promise<AdminLink>
  /** The path that signs in once, for a program whose only user reads its terminal. */
  makeSignInLink(asked: SignInLinkRequest): string
  /** Whether the first account is still to be made. */
  needsSetup(): Promise<boolean>
  stop(): Promise<void>
}

function oidcDesk(deps: UseCaseDeps): OidcDesk | null {
  if (deps.oidc === undefined) return null
  const { settings, dialer } = deps.oidc
  return { deps, settings, provider: createIdentityProvider(settings, dialer, deps.nowMs) }
}

/** Signing in, sessions, the tables of accounts and first set-up. */
export function createSessionFeature(given: SessionDeps): SessionFeature {
  const deps = makeUseCaseDeps(given)
  const accounts = createAccountsPort(deps)
  const session = createSessionPort(deps)
  return {
    name: 'session',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [...sessionRoutes(deps), ...oidcRoutes(oidcDesk(deps))],
    channels: [serveSessionChannel(session)],
    notifications: [NEW_DEVICE, INVITATION_ACCEPTED],
    session,
    stepUp: createStepUp(deps),
    callers: {
      of: (userId) => loadAccountCaller(deps, userId),
      ofToken: (tokenId) => loadTokenHolder(deps, tokenId),
    },
    administration: createAccountAdministration(deps),
    accounts,
    ownAccount: createOwnAccount(deps),
    previews: createPreviewsPort(deps),
    namesOf: (ids) => namesOf(deps.store, ids),
    seedAccounts: (accounts, password) => seedAccounts(deps, accounts, password),
    announceSetup: () => announceSetup(deps),
    makeAdminLink: (asked) => makeAdminLink(deps, accounts, asked),
    makeSignInLink: (asked) => makeSignInLink(deps, asked),
    needsSetup: async () => !(await hasAccounts(deps.store.read)),
    cleanUps: [{ name: 'sessions and links', everyMs: SWEEP_MS, run: () => sweep(deps.store, deps.nowMs()) }],
    async stop() {
      await session.stop()
      await deps.cache.settle()
    },
  }
}
