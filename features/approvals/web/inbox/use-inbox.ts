import { call, usePages } from '@qd/web-calls'
import { approvalList } from '../../contract/index.ts'

export type Box = 'to_decide' | 'mine' | 'watching'
export const BOXES: readonly Box[] = ['to_decide', 'mine', 'watching']

interface Asked {
  box: Box | 'decided'
  /** Part of the title, or the number. */
  search: string
  /** A scope path; empty: everywhere. */
  scope: string
}

/** Requests of one box, page by page. */
export function useInbox({ box, search, scope }: Asked) {
  const body = {
    inbox: box,
    limit: 50,
    ...(search === '' ? {} : { search }),
    ...(scope === '' ? {} : { scope }),
  }
  return usePages({
    queryKey: [approvalList.path, body],
    ask: async ({ before }, signal) => {
      const cursor = before === undefined ? {} : { before: Number(before) }
      const reply = await call(
        approvalList,
        { body: { ...body, ...cursor } },
        { tag: 'approvals:title', told: 'inline', signal },
      )
      return { ...reply, next: reply.next === null ? null : String(reply.next) }
    },
  })
}
