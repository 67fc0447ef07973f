import { Check, CircleMinus, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionStep } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { durationText } from '../timeline/clock-text.ts'
import styles from './connections.module.css'

const ICONS = { running: LoaderCircle, ok: Check, failed: X, skipped: CircleMinus } as const

/** The way in, step by step, with how long each took. */
export function ConnectionSteps({ steps }: { steps: readonly ConnectionStep[] }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <ol className={styles.steps} aria-label={t('page.steps.title')}>
      {steps.map(({ step, state, ms, msg }) => {
        const Icon = ICONS[state]
        return (
          <li key={step} className={styles.step} data-state={state}>
            <Icon size={15} aria-label={t(`page.steps.${state}`)} />
            <span>{t(`page.steps.${step}`)}</span>
            <span className={styles.stepMs}>
              {ms === null || state === 'skipped' ? '' : durationText(ms)}
            </span>
            {msg === '' ? null : <p className={styles.stepMsg}>{msg}</p>}
          </li>
        )
      })}
    </ol>
  )
}

/** How long the whole way took; null while it runs. */
export function stepsMs(steps: readonly ConnectionStep[]): number | null {
  if (steps.length === 0 || steps.some(({ state }) => state === 'running')) return null
  return steps.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
}
