import type { Store } from '@qd/store'
import type { AuditEntry, AuditPort, AuditResult } from '../src/index.ts'

export interface RecordedAudit {
  kind: 'intent' | 'outcome' | 'commit' | 'refused' | 'event'
  entry?: AuditEntry
  result?: AuditResult
}

/** Keeps what the guard audits, in order; `isBroken` makes it refuse as a full disk would. */
export function recordingAudit(store?: Store<never>): AuditPort & { rows: RecordedAudit[] } {
  const rows: RecordedAudit[] = []
  return {
    rows,
    async intent(entry) {
      rows.push({ kind: 'intent', entry })
      return String(rows.length - 1)
    },
    async outcome(id, result) {
      const entry = rows[Number(id)]?.entry
      rows.push({ kind: 'outcome', result, ...(entry === undefined ? {} : { entry }) })
    },
    async commit(given, change, options) {
      if (store === undefined) throw new Error('a route with effect: store needs a store in the test app')
      const result = await store.write(change, options)
      const entry = typeof given === 'function' ? given() : given
      rows.push({ kind: 'commit', entry, result: { status: 0, code: 'ok' } })
      return result
    },
    async refused(entry, result) {
      rows.push({ kind: 'refused', entry, result })
    },
    async event(entry, result) {
      rows.push({ kind: 'event', entry, result })
    },
  }
}
