import type { Risk } from '@qd/contract-kit'
import { useKitText } from '@qd/web-base'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { Tag } from './tag.tsx'
import type { Tone } from './tag.tsx'

const RISK_TONES: Readonly<Record<Risk, Tone>> = {
  R0: 'neutral',
  R1: 'neutral',
  R2: 'neutral',
  R3: 'warn',
  R4: 'error',
}

/** How much harm a call can do in words, three of them: who is asked to confirm reads the code beside it. */
const WORDS = { R0: 'low', R1: 'low', R2: 'medium', R3: 'high', R4: 'high' } as const

/** A risk with its word: `R3 高`. */
export function useRiskText(): (risk: Risk) => string {
  const t = useKitText()
  return useCallback((risk) => `${risk} ${t(`risk.${WORDS[risk]}`)}`, [t])
}

/** How much harm a call can do, the same everywhere. */
export function RiskTag({ risk, hasRoom = true }: { risk: Risk; hasRoom?: boolean }): ReactNode {
  const text = useRiskText()(risk)
  return (
    <Tag tone={RISK_TONES[risk]} {...(hasRoom ? {} : { title: text })}>
      {hasRoom ? text : risk}
    </Tag>
  )
}
