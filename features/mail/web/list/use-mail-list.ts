import type { RouteArgs, RouteReply } from '@qd/contract-kit'
import { call, usePages } from '@qd/web-calls'
import type { Pages, LineRef } from '@qd/web-calls'
import { mailList } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { refetchMs } from '../parts/refetch-ms.ts'

const PAGE = 50

export type MailFilter = Pick<
  RouteArgs<typeof mailList>['body'],
  'isTemplate' | 'states' | 'sendTypes' | 'emailTypes' | 'search'
>

/** Mails of a line, the newest first, page by page. */
export function useMailList(line: LineRef, filter: MailFilter): Pages<RouteReply<typeof mailList>> {
  return usePages({
    queryKey: [mailList.path, line.lineCode, filter],
    ask: (before, signal) =>
      call(
        mailList,
        { query: atLine(line), body: { ...filter, limit: PAGE, ...before } },
        { tag: 'mail:title', told: 'inline', signal },
      ),
    refetchIntervalMs: (mails) => refetchMs(mails.map(({ state }) => state)),
  })
}
