import { readFileSync } from 'node:fs'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import type { SmtpSettings } from '@qd/notifications/server'
import { isLoopbackName } from '@qd/server-kit'
import { EnvError } from './env.ts'
import type { Env } from './env.ts'

function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new EnvError(`${name}: cannot read ${file}`, { cause })
  }
}

/** The mail server of the environment, with its password read from its file. */
export function smtpSettings({ smtp }: Pick<Env, 'smtp'>): SmtpSettings | undefined {
  if (smtp === undefined) return undefined
  const { user, passwordFile, caFile, ...rest } = smtp
  // It stands in the settings, so it may be in the own network, and on this machine where they say so.
  const networks = settingsNetworks({ allowLoopback: isLoopbackName(smtp.host), allowPrivate: true })
  const password =
    passwordFile === undefined ? '' : readSettingFile('QD_SMTP_PASSWORD_FILE', passwordFile).trim()
  return {
    ...rest,
    networks,
    ...(user === undefined ? {} : { login: { user, password } }),
    ...(caFile === undefined ? {} : { ca: readSettingFile('QD_SMTP_CA_FILE', caFile) }),
  }
}
