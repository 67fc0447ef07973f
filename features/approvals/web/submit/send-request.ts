import { call } from '@qd/web-calls'
import type { UnapprovedCall } from '@qd/web-calls'
import { approvalRevise, approvalSubmit } from '../../contract/index.ts'
import type { ApprovalView, ExecutionWindow } from '../../contract/index.ts'

interface Given {
  reason: string
  ticket: string
  window: ExecutionWindow
  /** The request this is a new revision of; null: a new one. */
  revised: Pick<ApprovalView, 'id' | 'number' | 'revision' | 'title'> | null
}

/** What came of handing in. */
export interface HandedIn {
  id: string
  number: number
  /** The same content was open already. */
  isReplayed: boolean
  conflicts: number
}

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** The input as JSON would carry it: what is undefined is not there. */
function inputOf({ input }: UnapprovedCall): Parts {
  const { params, query, body } = JSON.parse(JSON.stringify(input)) as Parts
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  }
}

/** Hands the refused call in, as a new request or as a new revision of one. */
export async function sendRequest(refused: UnapprovedCall, given: Given): Promise<HandedIn> {
  const { reason, ticket, window, revised } = given
  const order = { input: inputOf(refused), reason, ticket, window }
  const options = { tag: 'approvals:submit.title', told: 'form', text: refused.text } as const
  if (revised !== null) {
    const { id, number, revision } = revised
    await call(approvalRevise, { body: { id, revision, ...order } }, options)
    return { id, number, isReplayed: false, conflicts: 0 }
  }
  const reply = await call(approvalSubmit, { body: { route: refused.route, ...order } }, options)
  return { id: reply.id, number: reply.number, isReplayed: reply.replayed, conflicts: reply.conflicts }
}
