import { Banner, BeforeAfter, Tag, Time } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import type { Tone } from '@qd/web-controls'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlannedStep } from '../../contract/index.ts'
import type { DryRun, PlanState } from '../model/run-draft.ts'
import { ResultBody } from '../result/result-body.tsx'
import { cellText } from '../result/result-table.tsx'
import resultStyles from '../result/result.module.css'
import { useFunctionTexts } from '../texts.ts'
import styles from './plan-report.module.css'

const TONES: Readonly<Record<PlannedStep['status'], Tone>> = {
  ready: 'ok',
  skipped: 'neutral',
  stopped: 'neutral',
  failed: 'error',
}

function ChangeLine({ change }: { change: PlannedStep['changes'][number] }): ReactNode {
  const t = useFunctionTexts()
  const { diff, key, path, op, old, value } = change
  const place = `${diff}${key === undefined ? '' : `[${key}]`}${path.map((part) => `.${part}`).join('')}`
  return (
    <li className={styles.change}>
      <code className={styles.place}>{place}</code>
      {op === 'set' ? null : <>{t(`plan.${op}`)} </>}
      <BeforeAfter
        {...(op === 'add' ? {} : { before: cellText(old) })}
        {...(op === 'remove' ? {} : { after: cellText(value) })}
      />
    </li>
  )
}

function Step({ step, name }: { step: PlannedStep; name: string }): ReactNode {
  const t = useFunctionTexts()
  return (
    <li className={resultStyles.step} data-status={step.status}>
      <div className={resultStyles.head}>
        <span className={styles.number}>{step.step + 1}</span>
        <span className={resultStyles.title}>{step.title}</span>
        <span className={resultStyles.kind}>{t(`kind.${step.kind}`)}</span>
        <Tag tone={TONES[step.status]}>{t(`planStatus.${step.status}`)}</Tag>
      </div>
      {step.msg === undefined || step.msg === '' ? null : (
        <p className={resultStyles.message} role={step.status === 'failed' ? 'alert' : undefined}>
          {step.msg}
        </p>
      )}
      {step.actions.length === 0 ? null : (
        <ul className={styles.actions}>
          {step.actions.map((action, index) => (
            <li key={index}>
              <Check size={14} aria-hidden />
              <span>{action}</span>
            </li>
          ))}
        </ul>
      )}
      {step.changes.length === 0 ? null : (
        <ul className={styles.changes}>
          {step.changes.map((change, index) => (
            <ChangeLine key={index} change={change} />
          ))}
        </ul>
      )}
      {step.refused.map(({ index, msg }) => (
        <p key={index} className={styles.refused} role="alert">
          {msg}
        </p>
      ))}
      {step.isUnsure ? <p className={styles.unsure}>{t('plan.unsure')}</p> : null}
      <ResultBody name={`${name}.plan.${step.step}`} title={step.title} result={step} />
    </li>
  )
}

/** The steps of a dry run, and whether one of them fails. */
export function PlannedSteps(props: {
  steps: readonly PlannedStep[]
  isRunnable: boolean
  name: string
  isOld?: boolean
}): ReactNode {
  const t = useFunctionTexts()
  const { steps, isRunnable, name, isOld = false } = props
  return (
    <>
      {isRunnable || isOld ? null : (
        <Banner tone="err" icon={<CircleAlert size={15} aria-hidden />}>
          {t('plan.notRunnable')}
        </Banner>
      )}
      <ol className={resultStyles.steps} data-old={isOld}>
        {steps.map((step) => (
          <Step key={step.step} step={step} name={name} />
        ))}
      </ol>
    </>
  )
}

/** What a run would do, step by step, and whether that still holds. */
export function PlanReport(props: {
  plan: DryRun | null
  state: PlanState
  name: string
  /** False: the function has no dry run. */
  canTry: boolean
}): ReactNode {
  const t = useFunctionTexts()
  const { plan, state } = props
  if (plan === null)
    return (
      <EmptyState
        title={t(props.canTry ? 'plan.none' : 'plan.noDryRun')}
        hint={props.canTry ? t('plan.hint') : undefined}
      />
    )
  const isOld = state === 'stale' || state === 'expired'
  return (
    <>
      {isOld ? (
        <Banner tone="warn" icon={<TriangleAlert size={15} aria-hidden />}>
          {t(`plan.${state}`)}
        </Banner>
      ) : null}
      <PlannedSteps steps={plan.steps} isRunnable={plan.isRunnable} name={props.name} isOld={isOld} />
      <p className={styles.until}>
        {t('plan.goodUntil')} <Time at={plan.goodUntil} />
      </p>
    </>
  )
}
