import type { MailState } from '../../contract/index.ts'

const UNRELEASED: readonly MailState[] = ['draft', 'pending', 'rejected', 'vetoed', 'approved']

/** Whether a mail is still written, or waits for its approval: nothing of it has gone. */
export const isUnreleased = (state: MailState): boolean => UNRELEASED.includes(state)
