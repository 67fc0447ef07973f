import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { BatchView } from '../../contract/index.ts'
import { useCodesTexts } from '../texts.ts'
import styles from './parts.module.css'

const STEPS = ['generated', 'exported', 'redeemed', 'confirmed'] as const

/** How far codes got: made, handed out, held or used, delivered. */
export function Funnel({
  batch: { funnel, kind },
}: {
  batch: Pick<BatchView, 'funnel' | 'kind'>
}): ReactNode {
  const t = useCodesTexts()
  const most = Math.max(1, ...STEPS.map((step) => funnel[step]))
  const steps =
    kind === 'universal' ? STEPS.filter((step) => step === 'redeemed' || step === 'confirmed') : STEPS
  return (
    <dl className={styles.funnel}>
      {steps.map((step) => (
        <div key={step}>
          <dt>{t(`funnel.${step}`)}</dt>
          <dd>
            <span style={{ width: `${(funnel[step] / most) * 100}%` }} aria-hidden />
            <b>{formatQuantity(funnel[step])}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
