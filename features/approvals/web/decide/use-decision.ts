import { formatQuantity, isCallError, useSession } from '@qd/web-base'
import { call, newConfirmation } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { useState } from 'react'
import { approvalDecide, approvalVeto } from '../../contract/index.ts'
import type { ApprovalDetail } from '../../contract/index.ts'
import { refreshRequests } from '../request/use-request-items.tsx'
import { useApprovalsTexts } from '../texts.ts'

export type Choice = 'approve' | 'reject' | 'veto'
export const CHOICES: readonly Choice[] = ['approve', 'reject', 'veto']

export const CODE_LENGTH = 6
const CODE = { tag: 'approvals:decide.title', told: 'form' } as const

interface Decision {
  request: ApprovalDetail
  choice: Choice
  code: string
  reason: string
  /** The account it is decided for; undefined: one's own. */
  onBehalfOf: string | undefined
}

function send({ request, choice, code, reason, onBehalfOf }: Decision): Promise<unknown> {
  const { id, hash } = request
  if (choice === 'veto') return call(approvalVeto, { body: { id, hash, reason } }, CODE)
  const confirmation = newConfirmation()
  if (code !== '') confirmation.code = code
  const body = { id, hash, decision: choice, reason, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) }
  return call(approvalDecide, { body }, { ...CODE, confirmation })
}

/** One decision on exactly the revision before the reader. */
export function useDecision(request: ApprovalDetail, choice: Choice | null) {
  const t = useApprovalsTexts()
  const hasCode = useSession((state) => state.userInfo?.hasSecondFactor === true)
  const ownId = useSession((state) => state.userInfo?.id)
  const [wanted, setVoiceId] = useState('')
  const { voices } = request
  const voiceId = (voices.find(({ id }) => id === wanted) ?? voices[0])?.id ?? ''
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  // Who proves it by password or provider is asked when they decide.
  const asksCode = choice === 'approve' && request.asksProof && hasCode
  const asksReason = choice === 'reject' || choice === 'veto'
  const isReady =
    choice !== null &&
    request.may[choice] &&
    (!asksCode || code.length >= CODE_LENGTH) &&
    (!asksReason || reason.trim() !== '')

  const decide = async (): Promise<boolean> => {
    if (choice === null || !isReady || isBusy) return false
    setBusy(true)
    setFault('')
    try {
      const onBehalfOf = voiceId === '' || voiceId === ownId ? undefined : voiceId
      await send({ request, choice, code: asksCode ? code : '', reason: reason.trim(), onBehalfOf })
      toast.success(t(`decide.done.${choice}`, { number: request.number }))
      return true
    } catch (error) {
      if (!isCallError(error)) throw error
      setFault(error.code === 'aborted' ? '' : error.message)
      return false
    } finally {
      setCode('')
      setBusy(false)
      refreshRequests()
    }
  }
  const rows = formatQuantity(request.value.rows)
  const action =
    choice === null ? t('decide.choose') : t(`decide.action.${choice}`, { revision: request.revision, rows })
  return {
    voiceId,
    setVoiceId,
    code,
    setCode,
    reason,
    setReason,
    fault,
    isBusy,
    isReady,
    asksCode,
    asksReason,
    decide,
    action,
  }
}
