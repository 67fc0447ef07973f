import type { RouteArgs, RouteReply } from '@qd/contract-kit'
import { call, usePages } from '@qd/web-calls'
import type { Pages, LineRef } from '@qd/web-calls'
import { mailList } from '../../contract/index.ts'
import type { MailState } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'

const PAGE = 50
const REFRESH_MS = 5_000
/** What changes without anybody on this page. */
const GOES_ON: ReadonlySet<MailState> = new Set(['pending', 'approved', 'scheduled', 'sending', 'paused'])

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
    refetchIntervalMs: (mails) => (mails.some(({ state }) => GOES_ON.has(state)) ? REFRESH_MS : false),
  })
}
