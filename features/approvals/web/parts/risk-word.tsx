import type { Risk } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import { useApprovalsTexts } from '../texts.ts'
import styles from './risk-word.module.css'

/** A risk as a word, in the colour of how much it weighs. */
export function RiskWord({ risk }: { risk: Risk }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <span className={styles.risk} data-risk={risk}>
      {t(`risk.${risk}`)}
    </span>
  )
}
