import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyTx, Lease, Leases, Store } from '@qd/store'
import type { VerifyState } from '../../contract/index.ts'
import type { AuditTables } from '../audit-tables.ts'
import { createSearchCheck } from '../search/check-search-rows.ts'
import type { EntryIndex } from '../search/entry-index.ts'
import { CHAIN_START, checkEnd, checkStep, headsOf, wholeVerdict } from '../verify-audit.ts'
import { readHead } from './read-head.ts'
import type { KnownHeads, Verdict } from '../verify-audit.ts'
import type { ChainHead } from './read-head.ts'
import { readState, writeState } from './audit-state.ts'

export const NEVER_VERIFIED: VerifyState = {
  state: 'never',
  startedAt: null,
  finishedAt: null,
  done: 0,
  total: 0,
  brokenSeq: null,
  reason: null,
  differences: [],
  differenceCount: 0,
}

/** Some milliseconds of hashing; then everybody else has a turn. */
const LINKS_PER_STEP = 100
const PROGRESS_EVERY_MS = 1_000
const LEASE_MS = 15_000

export interface VerifyDeps {
  store: Store<AuditTables>
  leases: Leases
  nowMs: () => number
  /** Heads that left the console. */
  knownHeads: () => Promise<readonly ChainHead[]>
  /** Part of the transaction that writes down that the chain is broken. */
  onBroken?: (tx: AnyTx, broken: { seq: number; atMs: number }) => Promise<void>
  /** Caught up with first: what can be found by then is held against the chain. */
  index: Pick<EntryIndex, 'catchUp'>
}

interface Ends {
  head: ChainHead
  known: KnownHeads
}

/** What is shown of a run nobody carries on any more: its node has died. */
export function shownVerifyState(kept: VerifyState, isRunning: boolean): VerifyState {
  return kept.state === 'running' && !isRunning ? { ...kept, state: 'stopped' } : kept
}

/** Verifies the chain in steps beside the console's work; by one node of several. */
export function createVerifyJob({ store, leases, nowMs, knownHeads, onBroken, index }: VerifyDeps) {
  async function walk(lease: Lease, report: (done: number) => Promise<void>, ends: Ends): Promise<Verdict> {
    const { head, known } = ends
    const search = createSearchCheck()
    let previous = CHAIN_START
    // What is appended meanwhile belongs to the next run.
    while (previous.seq < head.seq) {
      lease.signal.throwIfAborted()
      const limit = Math.min(LINKS_PER_STEP, head.seq - previous.seq)
      const from = previous
      const step = await store.read
        .transaction()
        .execute((read) => checkStep(read, from, limit, { known, search }))
      if ('broken' in step) return { ok: false, ...step.broken }
      if (step.rows === 0) break
      previous = step.previous
      await report(previous.seq)
      await nextTurn()
    }
    const surplus = await store.read.transaction().execute(async (read) => {
      const now = (await readHead(read)) ?? CHAIN_START
      await search.end(read, now.seq)
      return read
        .selectFrom('audit_log')
        .select('seq')
        .where('seq', '>', now.seq)
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst()
    })
    if (surplus !== undefined) return { ok: false, seq: surplus.seq, reason: 'row_unexpected' }
    return wholeVerdict(checkEnd(previous, head, known), search)
  }

  async function run(lease: Lease, onBegun: () => void): Promise<void> {
    await index.catchUp()
    // In this order: a head shipped meanwhile would lie behind the end that is looked for.
    const known = headsOf(await knownHeads())
    const head = (await readHead(store.read)) ?? CHAIN_START
    const keep = (state: VerifyState) =>
      store.write(async (tx) => {
        await lease.confirm(tx)
        await writeState(tx, 'verify', { ...state, seenAt: nowMs() })
        if (state.state !== 'broken') return
        await onBroken?.(tx, { seq: state.brokenSeq ?? 0, atMs: state.finishedAt ?? nowMs() })
      })
    const begun = { ...NEVER_VERIFIED, state: 'running' as const, startedAt: nowMs(), total: head.seq }
    await keep(begun)
    onBegun()
    let keptMs = performance.now()
    const verdict = await walk(
      lease,
      async (done) => {
        if (performance.now() - keptMs < PROGRESS_EVERY_MS) return
        keptMs = performance.now()
        await keep({ ...begun, done })
      },
      { head, known },
    )
    const end = { ...begun, finishedAt: nowMs(), done: head.seq }
    if (verdict.ok) return keep({ ...end, state: 'ok' })
    const { seq, reason } = verdict
    const found =
      'differences' in verdict
        ? { differences: [...verdict.differences], differenceCount: verdict.differenceCount }
        : { done: seq }
    await keep({ ...end, ...found, state: 'broken', brokenSeq: Math.floor(Number(seq)), reason })
  }

  return {
    /** False when another run is under way, here or elsewhere. */
    run: (onBegun: () => void = () => undefined) =>
      leases.run({ name: 'audit.verify', ttlMs: LEASE_MS }, (lease) => run(lease, onBegun)),
    async state(): Promise<VerifyState> {
      const { seenAt, ...kept } = await readState(store.read, 'verify', { ...NEVER_VERIFIED, seenAt: 0 })
      return shownVerifyState(kept, nowMs() - seenAt < LEASE_MS)
    },
  }
}
