import type { MailState } from '../../contract/index.ts'

const REFRESH_MS = 5_000
/** What changes without anybody on this page. */
const GOES_ON: ReadonlySet<MailState> = new Set(['pending', 'approved', 'scheduled', 'sending', 'paused'])

/** How soon mails in these states are read again; false: they stay as they are. */
export const refetchMs = (states: readonly MailState[]): number | false =>
  states.some((state) => GOES_ON.has(state)) ? REFRESH_MS : false

/** A sent mail changes seldom, and by others: by a recall, or by its end. */
const SELDOM_MS = 20_000

/** The same of the one mail that a page shows, which may be recalled by anybody. */
export const mailRefetchMs = (state: MailState): number => refetchMs([state]) || SELDOM_MS

/** The report asks every server, so that it is read again only while something moves. */
export const reportRefetchMs = (state: MailState, isRecalling: boolean): number | false =>
  isRecalling ? REFRESH_MS : refetchMs([state])
