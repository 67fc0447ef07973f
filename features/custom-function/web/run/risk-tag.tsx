import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { useFunctionTexts } from '../texts.ts'

type Risk = FunctionEntry['risk']

export const RISK_TONES: Readonly<Record<Risk, Tone>> = {
  R0: 'neutral',
  R1: 'neutral',
  R2: 'neutral',
  R3: 'warn',
  R4: 'error',
}

/** How much harm a function can do, with the word for it. */
export function RiskTag({ risk }: { risk: Risk }): ReactNode {
  const t = useFunctionTexts()
  return (
    <Tag tone={RISK_TONES[risk]}>
      {risk} {t(`risk.${risk}`)}
    </Tag>
  )
}
