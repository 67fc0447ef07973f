import type { RequestStanding } from '@qd/contract-kit'

const OPEN: readonly RequestStanding['state'][] = ['pending', 'approved', 'executing']

/** Whether a request may still be executed: a change of its mail withdraws it. */
export const isOpenRequest = ({ state }: RequestStanding): boolean => OPEN.includes(state)
