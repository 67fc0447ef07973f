import type { ServerFeature } from '@qd/server-kit'
import type { AccountsDeps } from './accounts-deps.ts'
import { ownAccountRoutes } from './own-account/own-account-routes.ts'
import { userRoutes } from './users/user-routes.ts'

export type { AccountsDeps, AccountsPort, LinkMail } from './accounts-deps.ts'

/** People's accounts: everybody's own, and those of others for their administrators. */
export function createAccountsFeature(deps: AccountsDeps): ServerFeature {
  return {
    name: 'accounts',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [...ownAccountRoutes(deps.own), ...userRoutes(deps)],
  }
}
