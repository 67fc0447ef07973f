import { FILE_LIMIT_BYTES } from '@qd/contract-kit'
import { CallError, textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { UnapprovedCall } from '@qd/web-calls'
import { INPUT_BYTES, approvalRevise, approvalSubmit } from '../../contract/index.ts'
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

const MIB = 1_048_576
const mib = (bytes: number) => `${Math.ceil((bytes / MIB) * 10) / 10} MiB`

/** Said before it is sent: a server that refuses halfway is heard by no page. */
function refuseTooLarge(bytes: number, limit: number): void {
  if (bytes <= limit) return
  const message = textOf('approvals', 'submit.tooLarge', { size: mib(bytes), limit: mib(limit) })
  throw new CallError({ code: 'body_too_large', message })
}

/** Hands the refused call in, as a new request or as a new revision of one. */
export async function sendRequest(refused: UnapprovedCall, given: Given): Promise<HandedIn> {
  const { reason, ticket, window, revised } = given
  const order = { input: inputOf(refused), reason, ticket, window }
  // The other fields are short.
  refuseTooLarge(new Blob([JSON.stringify(order)]).size, INPUT_BYTES - 1_024)
  refuseTooLarge(new Blob([refused.text]).size, FILE_LIMIT_BYTES)
  const options = { tag: 'approvals:submit.title', told: 'form', text: refused.text } as const
  if (revised !== null) {
    const { id, number, revision } = revised
    await call(approvalRevise, { body: { id, revision, ...order } }, options)
    return { id, number, isReplayed: false, conflicts: 0 }
  }
  const reply = await call(approvalSubmit, { body: { route: refused.route, ...order } }, options)
  return { id: reply.id, number: reply.number, isReplayed: reply.replayed, conflicts: reply.conflicts }
}
