import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Lease, Leases, Store } from '@qd/store'
import type { VerifyState } from '../../contract/index.ts'
import type { AuditTables } from '../audit-tables.ts'
import { CHAIN_START, checkEnd, checkLinks, headsOf, readHead, readLinks } from '../verify-audit.ts'
import type { ChainHead, KnownHeads, Verdict } from '../verify-audit.ts'
import { readState, writeState } from './audit-state.ts'

export const NEVER_VERIFIED: VerifyState = {
  state: 'never',
  startedAt: null,
  finishedAt: null,
  done: 0,
  total: 0,
  brokenSeq: null,
  reason: null,
}

/** Some milliseconds of hashing; then everybody else has his turn. */
const LINKS_PER_STEP = 200
const PROGRESS_EVERY_MS = 1_000
const LEASE_MS = 15_000

export interface VerifyDeps {
  store: Store<AuditTables>
  leases: Leases
  nowMs: () => number
  /** Heads that left the console. */
  knownHeads: () => Promise<readonly ChainHead[]>
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
export function createVerifyJob({ store, leases, nowMs, knownHeads }: VerifyDeps) {
  async function walk(lease: Lease, report: (done: number) => Promise<void>, ends: Ends): Promise<Verdict> {
    const { head, known } = ends
    let previous = CHAIN_START
    // What is appended meanwhile belongs to the next run.
    while (previous.seq < head.seq) {
      lease.signal.throwIfAborted()
      const rows = await readLinks(store.read, previous, Math.min(LINKS_PER_STEP, head.seq - previous.seq))
      if (rows.length === 0) break
      const checked = checkLinks(rows, previous, known)
      if ('broken' in checked) return { ok: false, ...checked.broken }
      previous = checked.previous
      await report(previous.seq)
      await nextTurn()
    }
    return checkEnd(previous, head, known)
  }

  async function run(lease: Lease, onBegun: () => void): Promise<void> {
    // In this order: a head shipped meanwhile would lie behind the end that is looked for.
    const known = headsOf(await knownHeads())
    const head = (await readHead(store.read)) ?? CHAIN_START
    const keep = (state: VerifyState) =>
      store.write(async (tx) => {
        await lease.confirm(tx)
        await writeState(tx, 'verify', { ...state, seenAt: nowMs() })
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
    await keep({ ...end, state: 'broken', done: verdict.seq, brokenSeq: verdict.seq, reason: verdict.reason })
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
