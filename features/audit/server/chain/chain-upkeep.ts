import { readFile } from 'node:fs/promises'
import { AppError } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { createLeases } from '@qd/store'
import { auditErrors } from '../../contract/index.ts'
import type { VerifyState, auditChain } from '../../contract/index.ts'
import { filterParts } from '../search/entry-filter.ts'
import { readOwnHeads } from '../ship/head-line.ts'
import { NOTHING_SHIPPED, createHeadShipper, shownShipState } from '../ship/ship-heads.ts'
import type { ShipDeps } from '../ship/ship-heads.ts'
import type { VisibleScopes } from '../search/visible-scopes.ts'
import { CHAIN_START } from '../verify-audit.ts'
import { readHead } from './read-head.ts'
import type { ChainHead } from './read-head.ts'
import { readState } from './audit-state.ts'
import { NEVER_VERIFIED, createVerifyJob } from './verify-job.ts'
import type { VerifyDeps } from './verify-job.ts'

export type ChainState = RouteReply<typeof auditChain>

/** What is done about the chain beside writing it. */
export interface ChainUpkeep {
  /** As somebody may know it who sees the rows of these places. */
  state(visible?: VisibleScopes): Promise<ChainState>
  /** Begins a verification and does not wait for it. */
  verifyNow(): Promise<null>
  /** Verifies and waits; false when a run is under way already. */
  verify(): Promise<boolean>
  /** The same, once a night; throws `audit_chain_broken`. */
  verifyNightly(): Promise<void>
  ship(isLast?: boolean): Promise<void>
  start(): void
  stop(): Promise<void>
}

export type UpkeepDeps = Omit<ShipDeps, 'leases' | 'store'> & Pick<VerifyDeps, 'index' | 'store' | 'onBroken'>

const MOST_UNKNOWN = 1_000

/** What anybody may know who reads rows of the audit: whether it was looked at, and whether it is whole. */
function withoutPlaces({ state, startedAt, finishedAt }: VerifyState): VerifyState {
  return { ...NEVER_VERIFIED, state, startedAt, finishedAt }
}

export function createChainUpkeep(deps: UpkeepDeps): ChainUpkeep {
  const { store, nowMs, log, addresses } = deps
  const leases = createLeases(store)
  const shipper = createHeadShipper({ ...deps, leases })

  /** Heads in files we can read ourselves, and the last one that left by whatever way. */
  async function knownHeads(): Promise<ChainHead[]> {
    const kept = await readState(store.read, 'ship', NOTHING_SHIPPED)
    const files = addresses.flatMap((each) => (each.kind === 'file' ? [each.path] : []))
    const texts = await Promise.all(files.map((path) => readFile(path, 'utf8').catch(() => '')))
    const shipped = texts.flatMap((text) => readOwnHeads(text, deps.parts.key))
    return kept.at === null || kept.seq === 0 ? shipped : [...shipped, { seq: kept.seq, hash: kept.hash }]
  }

  const { index, onBroken } = deps
  const job = createVerifyJob({ store, leases, nowMs, knownHeads, index, ...(onBroken && { onBroken }) })
  let running: Promise<unknown> | undefined

  const verifyBehind = (onBegun?: () => void) => {
    running = job
      .run(onBegun)
      .catch((error: unknown) => log.error({ err: error }, 'the audit was not verified'))
      .finally(() => (running = undefined))
  }
  const verifyNightly = async () => {
    await job.run()
    const { state, brokenSeq } = await job.state()
    if (state !== 'broken') return
    log.error({}, 'the audit chain is broken: see the audit page')
    throw new AppError(auditErrors.audit_chain_broken, { params: { seq: brokenSeq ?? 0 } })
  }

  async function countUnknown(visible: VisibleScopes): Promise<number> {
    const rows = await store.read
      .selectFrom('audit_search')
      .select('seq')
      .where((eb) => eb.and(filterParts(eb, { result: 'unknown', visible }, nowMs())))
      .limit(MOST_UNKNOWN)
      .execute()
    return rows.length
  }

  return {
    async state(visible = null) {
      const verify = await job.state()
      const unknown = await countUnknown(visible)
      if (visible !== null) return { head: null, verify: withoutPlaces(verify), ship: null, unknown }
      const ship = await readState(store.read, 'ship', NOTHING_SHIPPED)
      const head = (await readHead(store.read)) ?? CHAIN_START
      return { head, verify, ship: shownShipState(ship, addresses), unknown }
    },
    async verifyNow() {
      if ((await job.state()).state === 'running') throw new AppError(auditErrors.audit_verify_running)
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      verifyBehind(resolve)
      // Whoever asked must see it run when they look next.
      await Promise.race([begun, running])
      return null
    },
    verify: () => job.run(),
    verifyNightly() {
      const run = verifyNightly()
      // The node that stops waits for it.
      running = run.catch(() => undefined).finally(() => (running = undefined))
      return run
    },
    ship: (isLast = false) => shipper.ship(isLast),
    start() {
      shipper.start()
    },
    async stop() {
      await shipper.stop()
      await running
    },
  }
}
