import type { WholeEntry } from '../search/read-entries.ts'
import { detailOf, outcomeDetail } from '../search/read-entries.ts'
import { csvLine } from './csv-line.ts'

const COLUMNS = [
  'seq',
  'time',
  'actor',
  'actorId',
  'action',
  'scope',
  'target',
  'risk',
  'result',
  'status',
  'code',
  'durationMs',
  'reason',
  'address',
  'sessionId',
  'requestId',
]

export const CSV_HEAD = csvLine(COLUMNS)

const isoTime = (at: number) => new Date(at).toISOString()

/** An entry as the list shows it. */
export function csvOf({ listed, written }: WholeEntry): string {
  return csvLine([
    listed.seq,
    isoTime(listed.at),
    listed.actor,
    listed.actorId,
    listed.action,
    listed.scope,
    listed.target,
    listed.risk,
    listed.result,
    listed.status,
    listed.code,
    listed.durationMs,
    listed.reason,
    written.entry?.address ?? '',
    listed.sessionId,
    listed.requestId,
  ])
}

/** A whole entry with its details and its links of the chain. */
export function jsonLineOf(entry: WholeEntry): string {
  const { listed, written, row, outcome } = entry
  const whole = {
    ...listed,
    time: isoTime(listed.at),
    address: written.entry?.address ?? '',
    detail: detailOf(entry),
    outcome:
      outcome === null
        ? null
        : { seq: outcome.seq, time: isoTime(outcome.at), detail: outcomeDetail(outcome), hash: outcome.hash },
    prevHash: row.prev_hash,
    hash: row.hash,
  }
  return `${JSON.stringify(whole)}\n`
}
