import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { ApprovalView } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { standingOf } from './words.ts'

/** Where a request stands, in its colour. */
export function StandingTag({
  of,
}: {
  of: Pick<ApprovalView, 'status' | 'execution' | 'isToDecide'>
}): ReactNode {
  const t = useApprovalsTexts()
  const { text, tone } = standingOf(of, t)
  return <Tag tone={tone}>{text}</Tag>
}
