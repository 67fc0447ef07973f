import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { AppError } from '@qd/contract-kit'
import ssh2 from 'ssh2'
import type { AnyAuthMethod, Client } from 'ssh2'
import { redisErrors } from '../../../contract/index.ts'
import type { SshHop } from '../../../contract/index.ts'
import { plainWords, reasonText, wayError } from '../link-errors.ts'
import type { WayReason } from '../link-errors.ts'
import type { HopSecrets } from '../redis-link.ts'
import type { LinkDialer } from '../way.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { readPrivateKey } from './private-key.ts'

export interface HopOptions {
  hop: SshHop
  index: number
  secrets: HopSecrets
  timeoutMs: number
  /** Path of the console's own SSH agent; absent: it has none. */
  agentPath: string | undefined
  dialer: Pick<LinkDialer, 'connectUnix'>
  /** Hears the key the server showed. */
  onHostKey: (fingerprint: string) => void
}

const FAILED_LOGIN: Record<SshHop['auth'], WayReason> = {
  password: 'sshPassword',
  key: 'sshKey',
  agent: 'sshAgent',
}

const fieldOf = ({ index }: HopOptions, name: string) => `secrets.ssh.${index}.${name}`
export const hopText = ({ host, port }: SshHop): string => `${host}:${port}`

/** As ssh-keygen prints it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** How this hop lets us in; throws when its key cannot be read. */
export function waysIn(options: HopOptions): AnyAuthMethod[] {
  const { hop, secrets, agentPath, dialer } = options
  const { username } = hop
  if (hop.auth === 'key') {
    const { privateKey = '', passphrase = '' } = secrets
    const key = readPrivateKey({ privateKey, passphrase, field: fieldOf(options, 'privateKey') })
    return [{ type: 'publickey', username, key }]
  }
  if (hop.auth === 'agent') {
    if (agentPath === undefined) {
      throw wayError(redisErrors.redis_ssh_failed, {
        at: hopText(hop),
        reason: reasonText('sshNoAgent'),
        field: `config.ssh.${options.index}.auth`,
      })
    }
    return [{ type: 'agent', username, agent: new GuardedAgent(agentPath, dialer) }]
  }
  const { password = '' } = secrets
  return [
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      prompt: (...asked) => {
        const [, , , prompts, answer] = asked
        answer(prompts.map(() => password))
      },
    },
  ]
}

/** Only the key that somebody has seen and pinned is trusted. */
function hostKeyFault(options: HopOptions, shown: string): AppError | null {
  const { hop, index } = options
  if (hop.hostKey === shown) return null
  const at = hopText(hop)
  const field = `config.ssh.${index}.hostKey`
  if (hop.hostKey === '') {
    const reason = { text: 'redis.reason.sshUnpinned', params: { hostKey: shown } }
    return wayError(redisErrors.redis_ssh_failed, { at, reason, field })
  }
  return new AppError(redisErrors.redis_host_key_changed, {
    field,
    params: { at, pinned: hop.hostKey, shown },
  })
}

function loginFault(options: HopOptions, error: Error & { level?: string }): AppError {
  const { hop } = options
  const at = hopText(hop)
  if (error.level === 'client-authentication' || error.level === 'agent') {
    const field =
      hop.auth === 'agent' ? `config.ssh.${options.index}.auth` : fieldOf(options, FIELDS[hop.auth])
    return wayError(redisErrors.redis_ssh_failed, { at, reason: reasonText(FAILED_LOGIN[hop.auth]), field })
  }
  const reason = error.level === 'client-timeout' ? reasonText('late') : plainWords(error.message)
  return wayError(redisErrors.redis_ssh_failed, { at, reason })
}

const FIELDS = { password: 'password', key: 'privateKey' } as const

/** Signs in at one SSH server over a stream that leads to it. */
export function enterHop(
  stream: Duplex,
  options: HopOptions,
  { methods, signal }: { methods: AnyAuthMethod[]; signal: AbortSignal },
): Promise<Client> {
  const { hop, timeoutMs, onHostKey } = options
  const client = new ssh2.Client()
  return new Promise<Client>((resolve, reject) => {
    let refused: AppError | null = null
    const fail = (error: Error) => {
      signal.removeEventListener('abort', giveUp)
      client.destroy()
      stream.destroy()
      reject(refused ?? (error instanceof AppError ? error : loginFault(options, error)))
    }
    const giveUp = () =>
      fail(wayError(redisErrors.redis_ssh_failed, { at: hopText(hop), reason: reasonText('cut') }))
    signal.addEventListener('abort', giveUp, { once: true })
    // Stays: a session that ends later must not end the process.
    client.on('error', fail)
    client.once('close', () =>
      fail(wayError(redisErrors.redis_ssh_failed, { at: hopText(hop), reason: reasonText('sshEnded') })),
    )
    client.once('ready', () => {
      signal.removeEventListener('abort', giveUp)
      resolve(client)
    })
    client.connect({
      sock: stream,
      username: hop.username,
      readyTimeout: timeoutMs,
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      hostVerifier: (key: Buffer) => {
        const shown = fingerprintOf(key)
        onHostKey(shown)
        refused = hostKeyFault(options, shown)
        return refused === null
      },
      authHandler: methods,
    })
    if (signal.aborted) giveUp()
  })
}
