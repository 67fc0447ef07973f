import type { MailRequest } from '../../contract/index.ts'

const OPEN: readonly MailRequest['state'][] = ['pending', 'approved', 'executing']

/** Whether a request may still be executed: a change of its mail withdraws it. */
export const isOpenRequest = ({ state }: MailRequest): boolean => OPEN.includes(state)
