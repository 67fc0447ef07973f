import type { ServerFeature } from '@qd/server-kit'
import type { AccountsDeps } from './accounts-deps.ts'
import { userRoutes } from './users/user-routes.ts'

export type { AccountsDeps, AccountsPort } from './accounts-deps.ts'

/** People's accounts, as their administrators change them. */
export function createAccountsFeature(deps: AccountsDeps): ServerFeature {
  return {
    name: 'accounts',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: userRoutes(deps),
  }
}
