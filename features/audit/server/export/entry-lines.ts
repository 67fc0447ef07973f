import { toCsv } from '@qd/csv'
import type { CsvColumn } from '@qd/csv'
import type { WholeEntry } from '../search/read-entries.ts'
import { detailOf, outcomeDetail } from '../search/read-entries.ts'

const isoTime = (at: number) => new Date(at).toISOString()

const number = (value: number | null) => (value === null ? '' : String(value))

const COLUMNS: readonly CsvColumn<WholeEntry>[] = [
  { title: 'seq', text: ({ listed }) => String(listed.seq) },
  { title: 'time', text: ({ listed }) => isoTime(listed.at) },
  { title: 'actor', text: ({ listed }) => listed.actor },
  { title: 'actorId', text: ({ listed }) => listed.actorId },
  { title: 'action', text: ({ listed }) => listed.action },
  { title: 'scope', text: ({ listed }) => listed.scope },
  { title: 'target', text: ({ listed }) => listed.target },
  { title: 'risk', text: ({ listed }) => listed.risk },
  { title: 'result', text: ({ listed }) => listed.result },
  { title: 'status', text: ({ listed }) => number(listed.status) },
  { title: 'code', text: ({ listed }) => listed.code },
  { title: 'durationMs', text: ({ listed }) => number(listed.durationMs) },
  { title: 'reason', text: ({ listed }) => listed.reason },
  { title: 'address', text: ({ written }) => written.entry?.address ?? '' },
  { title: 'sessionId', text: ({ listed }) => listed.sessionId },
  { title: 'requestId', text: ({ listed }) => listed.requestId },
]

export const CSV_HEAD = toCsv(COLUMNS, [])

/** Entries as the list shows them, a line each, below the head that went before. */
export function csvOf(entries: readonly WholeEntry[]): string {
  return toCsv(COLUMNS, entries).slice(CSV_HEAD.length)
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
