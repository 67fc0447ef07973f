import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { useState } from 'react'
import { mailRecipients } from '../../contract/index.ts'
import type { MailDraft, MailRecord } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'

/** Rows fetched at once: going on to the next waits for nothing. */
const BLOCK = 20

type Recipient = RouteReply<typeof mailRecipients>['list'][number]

export interface ChosenRecipient {
  /** Null: nobody is known yet. */
  recipient: Pick<Recipient, 'uId' | 'roleId' | 'attach' | 'vars'> | null
  row: number
  total: number
  error: CallError | null
  choose: (row: number) => void
  /** What is known of variables: null while a list may yet fill them. */
  vars: Readonly<Record<string, string>> | null
}

/** Whose eyes the mail is seen with: a row of the import, or one of the named players. */
export function useRecipient(
  line: LineRef,
  { id, recipients }: Pick<MailRecord, 'id' | 'recipients'>,
  { sendType, playerObj }: MailDraft,
): ChosenRecipient {
  const [chosen, choose] = useState(0)
  const isList = sendType === 4
  const total = isList ? (recipients?.players ?? 0) : sendType === 2 ? playerObj.length : 0
  const row = Math.max(0, Math.min(chosen, total - 1))
  const from = row - (row % BLOCK)
  const { data, error } = useCall(
    mailRecipients,
    { query: atLine(line), body: { id, from, limit: BLOCK } },
    { tag: 'mail:panel.phone', told: 'inline', enabled: isList && total > 0 },
  )
  const shared = { row, total, error, choose }
  if (isList) {
    const recipient = data?.list[row - from] ?? null
    return { ...shared, recipient, vars: recipient?.vars ?? null }
  }
  const named = sendType === 2 ? playerObj[row] : undefined
  const recipient =
    named === undefined
      ? null
      : { uId: named.id ?? null, roleId: named.roleId ?? null, attach: null, vars: {} }
  // Only lists bring words of their own.
  return { ...shared, recipient, vars: {} }
}
