import { AppError } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { CONNECT_STEPS } from '../../contract/index.ts'
import type { ConnectionConfig, ConnectStep, testConnection } from '../../contract/index.ts'
import { openLink } from './open-link.ts'
import type { LinkOptions } from './open-link.ts'
import type { LinkSecrets } from './redis-link.ts'
import type { LinkStep } from './steps.ts'

export interface TestOptions extends Omit<LinkOptions, 'db' | 'onStep' | 'report'> {
  /** An error in the caller's language. */
  say: (error: AppError) => string
}

type Tested = RouteReply<typeof testConnection>

/** The steps this connection has, in the order of the contract. */
function plan(config: ConnectionConfig, secrets: LinkSecrets): ConnectStep['step'][] {
  const isSentinel = config.mode === 'sentinel'
  const hasPassword = (secrets.password ?? '') !== ''
  const goes: Record<ConnectStep['step'], boolean> = {
    address: config.socketPath === '' && config.ssh.length === 0,
    ssh: config.ssh.length > 0,
    sentinel: isSentinel,
    tcp: true,
    tls: config.tls !== null,
    auth: hasPassword,
    ping: true,
    cluster: config.mode === 'cluster',
    database: false,
  }
  return CONNECT_STEPS.filter((step) => goes[step])
}

function told({ step, at, ms, error }: LinkStep, say: TestOptions['say']): ConnectStep {
  const known = error instanceof AppError ? error : null
  return {
    step,
    at,
    state: error === null ? 'ok' : 'failed',
    ms: Math.round(ms * 10) / 10,
    code: known?.def.code ?? (error === null ? '' : 'internal_error'),
    msg: known === null ? '' : say(known),
  }
}

const skipped = (step: ConnectStep['step']): ConnectStep => ({
  step,
  at: '',
  state: 'skipped',
  ms: null,
  code: '',
  msg: '',
})

/** Goes the whole way to a server and says how far it came; leaves nothing open. */
export async function testWay(
  config: ConnectionConfig,
  secrets: LinkSecrets,
  { say, ...options }: TestOptions,
): Promise<Tested> {
  const gone: LinkStep[] = []
  const report = { hostKeys: [] as string[], masters: [] as string[] }
  const facts = { version: '', isClusterNode: false }
  let isFine = true
  try {
    const link = await openLink(config, secrets, {
      ...options,
      db: 0,
      onStep: (step) => gone.push(step),
      report,
    })
    facts.version = link.version
    facts.isClusterNode = link.isClusterNode
    link.close()
  } catch (error) {
    isFine = false
    // What failed beside all steps must not pass for a fault of the way.
    if (!gone.some((step) => step.error !== null)) throw error
  }
  const steps = gone.map((step) => told(step, say))
  const missing = plan(config, secrets).filter((step) => !gone.some((each) => each.step === step))
  return {
    isFine,
    steps: [...steps, ...missing.map(skipped)],
    ...facts,
    masters: report.masters,
    hostKeys: Array.from(report.hostKeys, (key) => key ?? ''),
  }
}
