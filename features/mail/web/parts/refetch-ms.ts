import type { MailState } from '../../contract/index.ts'

const REFRESH_MS = 5_000
/** What changes without anybody on this page. */
const GOES_ON: ReadonlySet<MailState> = new Set(['pending', 'approved', 'scheduled', 'sending', 'paused'])

/** How soon mails in these states are read again; false: they stay as they are. */
export const refetchMs = (states: readonly MailState[]): number | false =>
  states.some((state) => GOES_ON.has(state)) ? REFRESH_MS : false
