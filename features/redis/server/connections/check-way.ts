import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { ConnectionConfig, ConnectionSecrets, RedisConnection, SshHop } from '../../contract/index.ts'
import { givenSecrets, keptSecrets } from './secrets.ts'

/** A key that was not pinned yet may be; a pinned one is part of where a hop leads. */
const isSameHop = (hop: SshHop | undefined, before: SshHop | undefined) =>
  hop?.host === before?.host &&
  hop?.port === before?.port &&
  hop?.username === before?.username &&
  (before?.hostKey === '' || hop?.hostKey === before?.hostKey)

/** Where its commands go, field by field in the order of the form; only what counts in its mode. */
function wayOf(config: ConnectionConfig): Record<string, unknown> {
  const { mode, host, port, socketPath, sentinel, tls } = config
  const isDirect = mode !== 'sentinel' && socketPath === ''
  return {
    socketPath,
    host: isDirect ? host : '',
    port: isDirect ? port : 0,
    'sentinel.nodes': mode === 'sentinel' ? sentinel?.nodes : [],
    'sentinel.master': mode === 'sentinel' ? sentinel?.master : '',
    tls: tls !== null,
    'tls.servername': tls?.servername ?? '',
    'tls.ca': tls?.ca ?? '',
  }
}

/** The first field by which the connection leads to somewhere else than before; null: the way is the same. */
export function movedField(config: ConnectionConfig, before: ConnectionConfig): string | null {
  const [now, then] = [wayOf(config), wayOf(before)]
  const moved = Object.keys(now).find((field) => JSON.stringify(now[field]) !== JSON.stringify(then[field]))
  return moved ?? movedHop(config, before, Math.max(config.ssh.length, before.ssh.length))
}

function movedHop(config: ConnectionConfig, before: ConnectionConfig, upTo: number): string | null {
  for (let index = 0; index < upTo; index += 1) {
    if (!isSameHop(config.ssh[index], before.ssh[index])) return `ssh.${index}`
  }
  return null
}

export interface KnownConnection {
  readonly config: ConnectionConfig
  readonly secrets: RedisConnection['secrets']
}

/**
 * Stored secrets are for the server they were given for: who may edit a connection, and does not know its password, could
 * otherwise have it sent to a server of their own. Throws `redis_secrets_again` with the field that leads elsewhere, unless
 * every stored secret that would go there is given again or removed. Saving and testing ask here alike.
 */
export function assertSecretsStay(
  config: ConnectionConfig,
  secrets: ConnectionSecrets,
  stored: KnownConnection,
): void {
  const kept = keptSecrets(givenSecrets(config, secrets), stored.secrets)
  for (const name of kept) {
    const hop = /^ssh\.(\d+)\./.exec(name)?.[1]
    const field =
      hop === undefined ? movedField(config, stored.config) : movedHop(config, stored.config, Number(hop) + 1)
    if (field === null) continue
    throw new AppError(redisErrors.redis_secrets_again, {
      field: `config.${field}`,
      params: { secret: name },
    })
  }
}
