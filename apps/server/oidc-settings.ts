import { readFileSync } from 'node:fs'
import type { OidcSettings } from '@qd/session/server'
import { EnvError } from './env.ts'
import type { OidcEnv } from './env.ts'

/** The settings of the identity provider with its secret read from its file. */
export function oidcSettings({ clientSecretFile, groupsClaim, ...rest }: OidcEnv): OidcSettings {
  const settings = { ...rest, ...(groupsClaim === undefined ? {} : { groupsClaim }) }
  if (clientSecretFile === undefined) return settings
  try {
    return { ...settings, clientSecret: readFileSync(clientSecretFile, 'utf8').trim() }
  } catch (error) {
    throw new EnvError(`QD_OIDC_CLIENT_SECRET_FILE: ${String(error)}`)
  }
}
