import type { RequestStanding } from '@qd/contract-kit'
import type { MailProgress, MailState } from '../../contract/index.ts'
import type { JobEnding, UseCaseDeps } from '../mail-deps.ts'
import type { MailRow } from '../tables.ts'

export function progressOf(row: MailRow): MailProgress | null {
  if (row.total === null) return null
  const { total, delivered, already, failed, unknown } = row
  const waiting = Math.max(total - delivered - already - failed - unknown, 0)
  return { total, delivered, already, failed, unknown, waiting }
}

/** Where the request stands of a mail in each state that a request alone decides. */
const BY_REQUEST: Partial<Record<MailState, readonly RequestStanding['state'][]>> = {
  pending: ['pending'],
  rejected: ['rejected'],
  vetoed: ['vetoed'],
  approved: ['approved', 'executing'],
}

/** Where a mail stands that was not released: where its request does. */
function requestedState({ request_state: at }: MailRow): MailState {
  const known = Object.entries(BY_REQUEST).find(([, states]) => at !== null && states.includes(at))
  return (known?.[0] as MailState | undefined) ?? 'draft'
}

/** Where the requests stand of all mails in some states; null where more than requests decides. */
export function requestStatesOf(states: readonly MailState[]): RequestStanding['state'][] | null {
  const known = states.map((state) => BY_REQUEST[state])
  return known.length === 0 || known.includes(undefined) ? null : known.flatMap((some) => some ?? [])
}

export function requestOf({ request_id: requestId, request_number: number, request_state: state }: MailRow) {
  return requestId === null || state === null ? null : { requestId, number: number ?? 0, state }
}

/** Where a mail stands, by its job and by what came of it. */
export function stateOf(row: MailRow, ending: JobEnding | undefined, now: number): MailState {
  if (row.released === null) return requestedState(row)
  if (row.recall_job_id !== null) return 'recalled'
  if (ending?.isOpen === true)
    return ending.state === 'paused' || ending.state === 'pausing' ? 'paused' : 'sending'
  const reached = row.delivered + row.already
  if (ending?.state === 'cancelled') return 'cancelled'
  if (reached === 0 && (row.total ?? 0) > 0) return 'failed'
  if (reached < (row.total ?? 0)) return 'partly_sent'
  if (row.expire_at !== null && row.expire_at <= now) return 'expired'
  return row.send_at !== null && row.send_at > now ? 'scheduled' : 'sent'
}

/** The states of some mails; their jobs are asked for at once. */
export async function statesOf(
  { endingsOf, nowMs }: Pick<UseCaseDeps, 'endingsOf' | 'nowMs'>,
  rows: readonly MailRow[],
): Promise<Map<string, MailState>> {
  const jobIds = rows.flatMap(({ job_id }) => (job_id === null ? [] : [job_id]))
  const endings = jobIds.length === 0 ? new Map<string, JobEnding>() : await endingsOf(jobIds)
  const now = nowMs()
  return new Map(rows.map((row) => [row.id, stateOf(row, endings.get(row.job_id ?? ''), now)]))
}
