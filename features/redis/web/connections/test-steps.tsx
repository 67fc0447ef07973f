import { formatQuantity } from '@qd/web-base'
import type { RouteReply } from '@qd/contract-kit'
import { Check, CircleMinus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { testConnection } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import styles from './connections.module.css'

export type Tested = RouteReply<typeof testConnection>

const ICONS = { ok: Check, failed: X, skipped: CircleMinus } as const

function duration(ms: number | null): string {
  if (ms === null) return ''
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${formatQuantity(Math.round(ms))} ms`
}

/** The way to the server, step by step, with how long each took and why one failed. */
export function TestSteps({ tested }: { tested: Tested }): ReactNode {
  const t = useRedisTexts()
  const { steps, isFine, version } = tested
  const whole = steps.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  return (
    <div className={styles.tested} role="status">
      <p className={styles.verdict} data-fine={isFine}>
        {isFine
          ? t('connections.test.fine', { version, ms: duration(whole) })
          : t('connections.test.failedAt', {
              step: t(`connections.step.${steps.find(({ state }) => state === 'failed')?.step ?? 'ping'}`),
            })}
      </p>
      <ol className={styles.steps} aria-label={t('connections.test.title')}>
        {steps
          .filter(({ state }) => state !== 'skipped')
          .map(({ step, at, state, ms, msg }) => {
            const Icon = ICONS[state]
            return (
              <li key={`${step} ${at}`} className={styles.step} data-state={state}>
                <Icon
                  size={14}
                  aria-label={t(state === 'failed' ? 'connections.test.failed' : 'connections.test.ok')}
                />
                <span>
                  {t(`connections.step.${step}`)}
                  {at === '' ? null : <code className={styles.stepAt}>{at}</code>}
                </span>
                <span className={styles.stepMs}>{duration(ms)}</span>
                {msg === '' ? null : <p className={styles.stepMsg}>{msg}</p>}
              </li>
            )
          })}
      </ol>
    </div>
  )
}
