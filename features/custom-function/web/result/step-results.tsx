import { playerAddress } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import { CircleCheck, CircleHelp, CircleMinus, CircleStop, CircleX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StepResult } from '../../contract/index.ts'
import { useFunctionTexts } from '../texts.ts'
import { Conflicts } from './conflicts.tsx'
import { ResultBody } from './result-body.tsx'
import { useFunctionHome } from '../place/function-home.ts'
import styles from './result.module.css'

type Status = StepResult['status']

const ICONS: Readonly<Record<Status, LucideIcon>> = {
  done: CircleCheck,
  skipped: CircleMinus,
  stopped: CircleStop,
  failed: CircleX,
  unknown: CircleHelp,
}
const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  done: 'ok',
  skipped: 'neutral',
  stopped: 'neutral',
  failed: 'error',
  unknown: 'warn',
}

/** What became of each step, with what it answered and where it can be undone. */
export function StepResults(props: { name: string; uId: string; steps: readonly StepResult[] }): ReactNode {
  const { game } = useFunctionHome()
  const t = useFunctionTexts()
  return (
    <ol className={styles.steps}>
      {props.steps.map((step) => {
        const Icon = ICONS[step.status]
        return (
          <li key={step.step} className={styles.step} data-status={step.status}>
            <div className={styles.head}>
              <Icon size={15} aria-hidden className={styles.icon} />
              <span className={styles.title}>{step.title}</span>
              <span className={styles.kind}>{t(`kind.${step.kind}`)}</span>
              <Tag tone={STATUS_TONES[step.status]}>{t(`stepStatus.${step.status}`)}</Tag>
            </div>
            {step.msg === undefined || step.msg === '' ? null : (
              <p className={styles.message} role={step.status === 'failed' ? 'alert' : undefined}>
                {step.msg}
              </p>
            )}
            <ResultBody name={`${props.name}.${step.step}`} title={step.title} result={step} />
            {step.conflicts === undefined || step.conflicts.length === 0 ? null : (
              <Conflicts conflicts={step.conflicts} />
            )}
            {step.editId === undefined || props.uId === '' ? null : (
              <Link className={styles.link} to={playerAddress({ uId: props.uId, game })}>
                {t('result.undoInEditor')}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}
