import type { IncomingMessage } from 'node:http'
import { createHostRule } from '@qd/server-kit'
import type { HostRule } from '@qd/server-kit'
import type { Env } from '../env.ts'

const HEALTH = new Set(['/healthz', '/readyz'])

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0]!

/**
 * The names the console answers under. Balancers ask for health by address or without any `Host`; numbers need their token
 * wherever they are asked for, but without a token file nothing of them is given to a stranger's name.
 */
export function knownHosts(env: Pick<Env, 'hostNames' | 'metricsTokenFile'>): HostRule {
  const hasToken = ({ headers }: IncomingMessage) =>
    env.metricsTokenFile !== undefined && headers.authorization !== undefined
  return createHostRule({
    names: env.hostNames,
    isExempt: (request) =>
      HEALTH.has(pathOf(request)) || (pathOf(request) === '/metrics' && hasToken(request)),
  })
}
