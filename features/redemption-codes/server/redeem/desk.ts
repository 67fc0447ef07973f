import type { BatchRow, CodeRow, GuessRow, RedemptionRow } from '../code-tables.ts'
import type { LoadedBatch } from './batch-rules.ts'

/** What the asks of one transaction are about, as the database has it, and as they leave it. */
export interface Desk {
  readonly nowMs: number
  readonly codes: ReadonlyMap<string, CodeRow>
  readonly batches: ReadonlyMap<number, LoadedBatch>
  /** Of the players who ask, of the requests sent again, of what is settled, and those that may be given away. */
  readonly redemptions: Map<string, RedemptionRow>
  readonly guesses: ReadonlyMap<string, GuessRow>
  readonly changes: DeskChanges
}

export interface DeskChanges {
  readonly made: RedemptionRow[]
  readonly settled: Map<string, 'confirmed' | 'cancelled' | 'lost'>
  readonly codeUses: Map<string, number>
  readonly batchUses: Map<number, Pick<BatchRow, 'used' | 'confirmed'>>
  readonly guesses: Map<string, GuessRow>
}

export const noChanges = (): DeskChanges => ({
  made: [],
  settled: new Map(),
  codeUses: new Map(),
  batchUses: new Map(),
  guesses: new Map(),
})

const add = <K>(sums: Map<K, number>, key: K, by: number) => sums.set(key, (sums.get(key) ?? 0) + by)

function addToBatch({ changes }: Desk, batch: number, by: Pick<BatchRow, 'used' | 'confirmed'>): void {
  const { used, confirmed } = changes.batchUses.get(batch) ?? { used: 0, confirmed: 0 }
  changes.batchUses.set(batch, { used: used + by.used, confirmed: confirmed + by.confirmed })
}

/** Uses of a code, and of its batch, with those of this transaction. */
export function usesOf({ codes, batches, changes }: Desk, digest: string): { code: number; batch: number } {
  const code = codes.get(digest)
  const batch = code?.batch ?? -1
  return {
    code: (code?.used ?? 0) + (changes.codeUses.get(digest) ?? 0),
    batch: (batches.get(batch)?.row.used ?? 0) + (changes.batchUses.get(batch)?.used ?? 0),
  }
}

export function addReservation(desk: Desk, row: RedemptionRow): void {
  desk.changes.made.push(row)
  desk.redemptions.set(row.id, row)
  add(desk.changes.codeUses, row.digest, 1)
  addToBatch(desk, row.batch, { used: 1, confirmed: 0 })
}

/** Ends a reservation; its use is free again unless it was confirmed. */
export function settle(desk: Desk, row: RedemptionRow, state: 'confirmed' | 'cancelled' | 'lost'): void {
  desk.redemptions.set(row.id, { ...row, state, settled_at: desk.nowMs })
  desk.changes.settled.set(row.id, state)
  if (state === 'confirmed') return addToBatch(desk, row.batch, { used: 0, confirmed: 1 })
  add(desk.changes.codeUses, row.digest, -1)
  addToBatch(desk, row.batch, { used: -1, confirmed: 0 })
}
