import { parseJsonText } from '@qd/canonical-json'
import { hopOf, isObject, partOf, portOf, secretsOf, textOf } from './read-connection.ts'
import type { ReadConnection } from './read-connection.ts'
import { nearestColour } from './nearest-colour.ts'

/*
 * `.ano` of Another Redis Desktop Manager: base64 of a JSON list. Keys and certificates are paths on the computer it was
 * made on. With `sentinelOptions`, host and `auth` are those of a sentinel, and the password of Redis is `nodePassword`.
 */

type Fields = Readonly<Record<string, unknown>>

function tlsOf(ssl: Fields | undefined) {
  return ssl === undefined ? null : { servername: textOf(ssl, 'servername'), ca: '', cert: '' }
}

function readOne(fields: Fields): ReadConnection {
  const [ssh, ssl, sentinel] = ['sshOptions', 'sslOptions', 'sentinelOptions'].map((name) =>
    partOf(fields, name),
  )
  const [host, port, auth] = [
    textOf(fields, 'host') || '127.0.0.1',
    portOf(fields, 6379),
    textOf(fields, 'auth'),
  ]
  const keyFile = textOf(ssh, 'privatekey')
  const hop = ssh === undefined ? null : hopOf(ssh, '', keyFile !== '')
  const separator = fields['separator'] === undefined ? ':' : textOf(fields, 'separator')
  const cluster = fields['cluster'] === true
  const files = [keyFile, ...['key', 'ca', 'cert'].map((name) => textOf(ssl, name))]
  return {
    part: {
      name: textOf(fields, 'name') || textOf(fields, 'connectionName') || `${host}@${port}`,
      mode: sentinel !== undefined ? 'sentinel' : cluster ? 'cluster' : 'standalone',
      host: sentinel === undefined ? host : '',
      port: sentinel === undefined ? port : 6379,
      username: textOf(fields, 'username'),
      sentinel:
        sentinel === undefined
          ? null
          : { nodes: [{ host, port }], master: textOf(sentinel, 'masterName'), username: '' },
      tls: tlsOf(ssl),
      ssh: hop === null ? [] : [hop.hop],
      separators: separator === '' ? [] : [separator],
      colour: nearestColour(textOf(fields, 'color')),
      readOnly: fields['connectionReadOnly'] === true,
    },
    secrets: secretsOf({
      password: sentinel === undefined ? auth : textOf(sentinel, 'nodePassword'),
      sentinelPassword: sentinel === undefined ? '' : auth,
      ssh: hop === null ? [] : [hop.secrets],
    }),
    lacksSecrets: files.some((path) => path !== ''),
    findsNetworks: true,
  }
}

/** The connections of a `.ano` file; null: it is none. */
export function readAno(text: string): ReadConnection[] | null {
  const bare = text.replaceAll(/\s/g, '')
  if (bare === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) return null
  let list: unknown
  try {
    list = parseJsonText(Buffer.from(bare, 'base64').toString())
  } catch {
    return null
  }
  return Array.isArray(list) && list.every(isObject) ? list.map(readOne) : null
}
