import type { MailRecord } from '../../contract/index.ts'

/** What the progress of a mail counts: servers where the game finds the players itself. */
export const countedIn = ({ sendType }: Pick<MailRecord, 'sendType'>): 'servers' | 'players' =>
  sendType === 1 || sendType === 3 ? 'servers' : 'players'
