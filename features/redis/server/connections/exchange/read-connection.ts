import type { ConnectionConfig } from '../../../contract/index.ts'
import { NO_SECRETS } from '../secrets.ts'
import type { OpenSecrets } from '../secrets.ts'

/** A connection as a file gives it; not checked yet. */
export interface ReadConnection {
  readonly part: Partial<ConnectionConfig> & Pick<ConnectionConfig, 'name'>
  readonly secrets: OpenSecrets
  /** It had keys or certificates that the file only names by their path. */
  readonly lacksSecrets: boolean
  /** Its addresses tell which networks it needs. */
  readonly findsNetworks: boolean
}

type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text field of a foreign file; anything else reads as empty. */
export function textOf(fields: Fields | undefined, name: string): string {
  const value = fields?.[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** A part of a foreign file that is there only when it is used. */
export function partOf(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  return isObject(value) ? value : undefined
}

/** A port, which some programs write as text; 0 where it is none. */
export function portOf(fields: Fields | undefined, otherwise: number): number {
  const text = textOf(fields, 'port')
  if (text === '') return otherwise
  const port = Number(text)
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : 0
}

/** The hop of a foreign file's SSH, with its secrets; `privateKey` is the key itself where the file holds it. */
export function hopOf(ssh: Fields, privateKey: string, isKey: boolean) {
  const hop = {
    host: textOf(ssh, 'host'),
    port: portOf(ssh, 22),
    username: textOf(ssh, 'username'),
    auth: isKey ? ('key' as const) : ('password' as const),
    hostKey: '',
  }
  const secrets = {
    password: isKey ? '' : textOf(ssh, 'password'),
    privateKey,
    passphrase: isKey ? textOf(ssh, 'passphrase') : '',
  }
  return { hop, secrets }
}

export const secretsOf = (part: Partial<OpenSecrets>): OpenSecrets => ({ ...NO_SECRETS, ...part })
