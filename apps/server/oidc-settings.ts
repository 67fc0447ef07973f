import { readFileSync } from 'node:fs'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import type { OidcSettings } from '@qd/session/server'
import { EnvError } from './env.ts'
import type { OidcEnv } from './env.ts'

/** The settings of the identity provider with its secret read from its file. */
export function oidcSettings({
  clientSecretFile,
  groupsClaim,
  allowsLoopback: allowLoopback,
  ...rest
}: OidcEnv): OidcSettings {
  const networks = settingsNetworks({ allowLoopback, allowPrivate: true })
  const settings = { ...rest, networks, ...(groupsClaim === undefined ? {} : { groupsClaim }) }
  if (clientSecretFile === undefined) return settings
  try {
    return { ...settings, clientSecret: readFileSync(clientSecretFile, 'utf8').trim() }
  } catch (error) {
    throw new EnvError(`QD_OIDC_CLIENT_SECRET_FILE: ${String(error)}`)
  }
}
