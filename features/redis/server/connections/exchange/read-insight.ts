import { hopOf, isObject, partOf, portOf, secretsOf, textOf } from './read-connection.ts'
import type { ReadConnection } from './read-connection.ts'

/*
 * The export of RedisInsight: a JSON list. Certificates and keys stand in it. Of a sentinel, host, user and password are
 * those of the sentinel, and `sentinelMaster` holds those of Redis.
 */

type Fields = Readonly<Record<string, unknown>>

const MODES: Readonly<Record<string, 'standalone' | 'cluster' | 'sentinel'>> = {
  CLUSTER: 'cluster',
  SENTINEL: 'sentinel',
}

function tagsOf(fields: Fields): string[] {
  const { tags } = fields
  if (!Array.isArray(tags)) return []
  const texts = tags
    .filter(isObject)
    .map((tag) => [textOf(tag, 'key'), textOf(tag, 'value')].filter(Boolean).join(':'))
  return texts.filter((text) => text !== '').map((text) => text.slice(0, 32))
}

function readOne(fields: Fields): ReadConnection {
  const [host, port] = [textOf(fields, 'host'), portOf(fields, 6379)]
  const master = partOf(fields, 'sentinelMaster')
  const mode = master === undefined ? (MODES[textOf(fields, 'connectionType')] ?? 'standalone') : 'sentinel'
  const isSentinel = mode === 'sentinel'
  const [ca, client] = [partOf(fields, 'caCert'), partOf(fields, 'clientCert')]
  const [cert, tlsKey] = [textOf(client, 'certificate'), textOf(client, 'key')]
  const ssh = fields['ssh'] === true ? partOf(fields, 'sshOptions') : undefined
  const privateKey = textOf(ssh, 'privateKey')
  const hop = ssh === undefined ? null : hopOf(ssh, privateKey, privateKey !== '')
  const [redis, sentinel] = isSentinel ? [master, fields] : [fields, undefined]
  const servername = textOf(fields, 'tlsServername')
  return {
    part: {
      name: textOf(fields, 'name') || `${host}:${port}`,
      mode,
      host: isSentinel ? '' : host,
      port: isSentinel ? 6379 : port,
      username: textOf(redis, 'username'),
      sentinel: isSentinel
        ? { nodes: [{ host, port }], master: textOf(master, 'name'), username: textOf(sentinel, 'username') }
        : null,
      tls: fields['tls'] === true ? { servername, ca: textOf(ca, 'certificate'), cert } : null,
      ssh: hop === null ? [] : [hop.hop],
      tags: tagsOf(fields),
    },
    secrets: secretsOf({
      password: textOf(redis, 'password'),
      sentinelPassword: textOf(sentinel, 'password'),
      tlsKey: fields['tls'] === true ? tlsKey : '',
      ssh: hop === null ? [] : [hop.secrets],
    }),
    lacksSecrets: cert !== '' && tlsKey === '',
    findsNetworks: true,
  }
}

const isOne = (value: unknown): value is Fields =>
  isObject(value) &&
  'host' in value &&
  ('connectionType' in value || 'sentinelMaster' in value || 'port' in value)

/** The connections of an export of RedisInsight; null: it is none. */
export function readInsight(value: unknown): ReadConnection[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isOne) ? value.map(readOne) : null
}
