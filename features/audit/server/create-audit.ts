import { AppError, coreErrors } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'
import type { AuditEntry, AuditPort, AuditResult, SecretBox } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { Store, WriteOptions } from '@qd/store'
import { createAppendRow } from './append-row.ts'
import type { AuditTables } from './audit-tables.ts'
import { toAuditError } from './audit-unavailable.ts'
import { rowOf } from './chain-row.ts'
import type { AuditFact } from './chain-row.ts'
import { redact } from './redact.ts'
import { RowQueue } from './row-queue.ts'
import { writeInTime } from './write-in-time.ts'
import { WritePatience } from './write-patience.ts'

export interface AuditDeps {
  store: Store<AuditTables>
  secretBox: Pick<SecretBox, 'digest'>
  nowMs?: () => number
  /** How long a call waits for its row while no row gets through; some times that for its turn. */
  limitMs?: number
  /** Called after each append. */
  onAppended?: () => void
}

const DEFAULT_LIMIT_MS = 2_000
const INTENT_ID = /^[1-9]\d{0,15}$/

/** The audit chain as the kit needs it; every method fails closed with `audit_unavailable`. */
export function createAudit({
  store,
  secretBox,
  nowMs = Date.now,
  limitMs = DEFAULT_LIMIT_MS,
  onAppended = () => undefined,
}: AuditDeps): AuditPort {
  const appendRow = createAppendRow(store)
  const patience = new WritePatience(limitMs)
  const rows = new RowQueue({ store, appendRow, patience })
  const safeEntry = (entry: AuditEntry): AuditEntry => ({
    ...entry,
    detail: redact(entry.detail, secretBox) as Record<string, unknown>,
  })
  const safeResult = (result: AuditResult): AuditResult =>
    result.detail === undefined
      ? result
      : { ...result, detail: redact(result.detail, secretBox) as Record<string, unknown> }

  async function append(fact: AuditFact, options?: WriteOptions): Promise<number> {
    try {
      const seq = await rows.add(rowOf(fact, nowMs()), options)
      onAppended()
      return seq
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  return {
    async intent(entry) {
      return String(await append({ kind: 'intent', ref: null, entry: safeEntry(entry), result: null }))
    },
    async outcome(intentId, result) {
      if (!INTENT_ID.test(intentId)) throw new TypeError('not an audit intent id')
      const fact = {
        kind: 'outcome' as const,
        ref: Number(intentId),
        entry: null,
        result: safeResult(result),
      }
      await append(fact, { inReserve: true })
    },
    async commit(entry, change, options) {
      try {
        const changed = await writeInTime(
          store,
          patience,
          async (tx, stillWanted) => {
            const value = await change(tx)
            stillWanted()
            const safe = safeEntry(typeof entry === 'function' ? entry() : entry)
            const result = { status: 0, code: 'ok' }
            await appendRow(tx, rowOf({ kind: 'commit', ref: null, entry: safe, result }, nowMs()))
            return value
          },
          options,
        )
        patience.noteProgress()
        onAppended()
        return changed
      } catch (error) {
        throw toAuditError(error)
      }
    },
    async refused(entry, result) {
      const fact = {
        kind: 'refused' as const,
        ref: null,
        entry: safeEntry(entry),
        result: safeResult(result),
      }
      // A change that finds no room is nobody's trespass, and each attempt would take some of what is left.
      await append(fact, { inReserve: result.code !== coreErrors.storage_full.code })
    },
    async event(entry, result) {
      const fact = { kind: 'event' as const, ref: null, entry: safeEntry(entry), result: safeResult(result) }
      await append(fact, { inReserve: true })
    },
  }
}

/** Rows without a change of their own: whatever stopped the row, the audit is what failed. */
function asUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError(defOf(error), { cause: error })
}

function defOf(error: unknown): ErrorDef {
  if (isStoreError(error, 'store_full')) return coreErrors.storage_full
  return isStoreError(error, 'store_damaged') ? coreErrors.storage_damaged : coreErrors.audit_unavailable
}
