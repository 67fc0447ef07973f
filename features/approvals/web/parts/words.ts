import { formatAgo, formatInstant } from '@qd/web-base'
import type { Tone } from '@qd/web-controls'
import type { ApprovalStatus, ApprovalView, ExecutionState } from '../../contract/index.ts'
import type { ApprovalsTexts } from '../texts.ts'

const DAY_MS = 86_400_000

export const STATUS_NAMES = ['draft', 'pending', 'inReview', 'rejected', 'vetoed', 'approved'] as const

const TONES: Readonly<Record<ApprovalStatus, Tone>> = {
  0: 'neutral',
  1: 'theme',
  2: 'warn',
  3: 'neutral',
  4: 'error',
  5: 'ok',
}
const EXECUTION_TONES: Readonly<Record<ExecutionState, Tone>> = {
  none: 'neutral',
  scheduled: 'theme',
  executing: 'theme',
  succeeded: 'ok',
  partly_failed: 'warn',
  failed: 'error',
  cancelled: 'neutral',
  expired: 'neutral',
  rolled_back: 'neutral',
}

type RequestState = Pick<ApprovalView, 'status' | 'execution' | 'isToDecide'>

/** Where a request stands in one word: its execution once there is one. Only who may decide is told that it is theirs to. */
export function standingOf(
  { status, execution, isToDecide }: RequestState,
  t: ApprovalsTexts,
): { text: string; tone: Tone } {
  if (execution === 'none' && status === 1 && !isToDecide)
    return { text: t('status.waiting'), tone: TONES[1] }
  if (execution === 'none') return { text: t(`status.${STATUS_NAMES[status]}`), tone: TONES[status] }
  return { text: t(`execution.${execution}`), tone: EXECUTION_TONES[execution] }
}

/** Names of the place from the game down, or that it is everywhere. */
export function placeText(place: { scope: string; placeName: readonly string[] }, t: ApprovalsTexts): string {
  if (place.scope === '*' || place.scope === '') return t('everywhere')
  return place.placeName.length === 0 ? place.scope : place.placeName.join(' / ')
}

/** The hash as one compares it by eye. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-8)}`

/** How long ago while that says more than a date. */
export function ageOf(at: number, now: number): string {
  return now - at < 7 * DAY_MS ? formatAgo(at, Math.max(now, at), 'short') : formatInstant(at).slice(5, 10)
}

/** Month, day and minute: who reads it knows the year. */
export const momentText = (at: number): string => formatInstant(at).slice(5, 16)

/** What a window says, in one line. */
export function windowText(
  window: { from: number | null; to: number | null; auto: boolean },
  t: ApprovalsTexts,
): string {
  const { from, to } = window
  if (from === null && to === null) return t('window.any')
  if (from === null) return t('window.until', { to: momentText(to!) })
  if (to === null) return t('window.from', { from: momentText(from) })
  return `${momentText(from)} – ${momentText(to)}`
}
