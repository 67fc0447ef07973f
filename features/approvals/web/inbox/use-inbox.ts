import { ENVIRONMENTS } from '@qd/contract-kit'
import { call, usePages } from '@qd/web-calls'
import { RISK_LEVELS, approvalList } from '../../contract/index.ts'
import type { INBOX_ORDERS } from '../../contract/index.ts'

export type Box = 'to_decide' | 'mine' | 'watching'
export const BOXES: readonly Box[] = ['to_decide', 'mine', 'watching']

interface Asked {
  box: Box | 'decided'
  /** Part of the title, or the number. */
  search: string
  /** A scope path; empty: everywhere. */
  scope: string
  /** Kind of request, risk and environment; empty: all. */
  type: string
  risk: string
  environment: string
  /** Of what is to be decided. */
  order: InboxOrder
}

export type InboxOrder = (typeof INBOX_ORDERS)[number]

const choiceOf = <T extends string>(choices: readonly T[], value: string): T | undefined =>
  choices.find((each) => each === value)

/** Requests of one box, page by page. */
export function useInbox({ box, search, scope, type, order, ...asked }: Asked) {
  const risk = choiceOf(RISK_LEVELS, asked.risk)
  const environment = choiceOf(ENVIRONMENTS, asked.environment)
  const isToDecide = box === 'to_decide'
  const body = {
    inbox: box,
    limit: 50,
    ...(search === '' ? {} : { search }),
    ...(scope === '' ? {} : { scope }),
    ...(type === '' ? {} : { type }),
    ...(risk === undefined ? {} : { risk }),
    ...(environment === undefined ? {} : { environment }),
    ...(isToDecide ? { order } : {}),
  }
  return usePages({
    queryKey: [approvalList.path, body],
    ask: async ({ before }, signal) => {
      const cursor = before === undefined ? {} : { [isToDecide ? 'skip' : 'before']: Number(before) }
      const reply = await call(
        approvalList,
        { body: { ...body, ...cursor } },
        { tag: 'approvals:title', told: 'inline', signal },
      )
      return { ...reply, next: reply.next === null ? null : String(reply.next) }
    },
  })
}
