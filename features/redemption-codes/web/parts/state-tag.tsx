import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { BatchState, RedemptionState } from '../../contract/index.ts'
import { useCodesTexts } from '../texts.ts'

const BATCH: Partial<Record<BatchState, Tone>> = {
  active: 'ok',
  generating: 'theme',
  pending: 'theme',
  approved: 'ok',
  paused: 'warn',
  void: 'error',
}
const REDEMPTION: Partial<Record<RedemptionState, Tone>> = {
  confirmed: 'ok',
  reserved: 'warn',
  lost: 'error',
}

export function BatchStateTag({ state }: { state: BatchState }): ReactNode {
  const t = useCodesTexts()
  return <Tag tone={BATCH[state] ?? 'neutral'}>{t(`state.${state}`)}</Tag>
}

export function RedemptionTag({ state }: { state: RedemptionState }): ReactNode {
  const t = useCodesTexts()
  return <Tag tone={REDEMPTION[state] ?? 'neutral'}>{t(`use.${state}`)}</Tag>
}
