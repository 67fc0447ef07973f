import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { BatchState, BatchView, RedemptionState } from '../../contract/index.ts'
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

type Used = Pick<BatchView, 'state' | 'kind' | 'quantity' | 'total' | 'funnel'>

/** What a batch is called: nothing is left of one that runs, or its state. */
export function standingOf({ state, kind, quantity, total, funnel }: Used): BatchState | 'usedUp' {
  const most = kind === 'once' ? Math.min(quantity, total ?? quantity) : total
  return state === 'active' && most !== null && funnel.redeemed >= most ? 'usedUp' : state
}

export function BatchStateTag({ batch }: { batch: Used }): ReactNode {
  const t = useCodesTexts()
  const standing = standingOf(batch)
  const tone = standing === 'usedUp' ? undefined : BATCH[standing]
  return <Tag tone={tone ?? 'neutral'}>{t(`state.${standing}`)}</Tag>
}

export function RedemptionTag({ state }: { state: RedemptionState }): ReactNode {
  const t = useCodesTexts()
  return <Tag tone={REDEMPTION[state] ?? 'neutral'}>{t(`use.${state}`)}</Tag>
}
