import { hostname } from 'node:os'
import type { Leases, Store } from '@qd/store'
import type { ShipState } from '../../contract/index.ts'
import type { AuditTables } from '../audit-tables.ts'
import { readState, writeState } from '../chain/audit-state.ts'
import { readHead } from '../chain/read-head.ts'
import { writeHead } from './head-line.ts'
import { sendLine } from './send-line.ts'
import type { SendParts } from './send-line.ts'
import type { ShipAddress } from './ship-address.ts'

/** How one receiver is, kept in the database: whichever node ships next goes on with what waits. */
interface SinkState {
  downSince: number | null
  error: string
  waiting: string[]
}

export interface KeptShipState {
  at: number | null
  seq: number
  hash: string
  sinks: Record<string, SinkState>
}

export const NOTHING_SHIPPED: KeptShipState = { at: null, seq: 0, hash: '', sinks: {} }

/** Four hours of minutes; older heads say nothing that later ones do not. */
const MOST_WAITING = 240
const EVERY_MS = 60_000
const LEASE_MS = 60_000

export interface ShipDeps {
  store: Store<AuditTables>
  leases: Leases
  addresses: readonly ShipAddress[]
  parts: SendParts
  nowMs: () => number
  log: { error(detail: unknown, message: string): void }
}

/** How long one receiver is fed in a round. */
const ROUND_MS = 20_000

const freshSink = (): SinkState => ({ downSince: null, error: '', waiting: [] })

export function shownShipState(kept: KeptShipState, addresses: readonly ShipAddress[]): ShipState {
  const sinks = addresses.map(({ text }) => {
    const { downSince, error, waiting } = kept.sinks[text] ?? freshSink()
    return { address: text, downSince, error, waiting: waiting.length }
  })
  return { at: kept.at, seq: kept.seq, sinks }
}

/** Sends the end of the chain out of the console's reach, each minute and at the end, by one node of several. */
export function createHeadShipper(deps: ShipDeps) {
  const { store, addresses, nowMs, log } = deps
  const node = `${hostname()}#${process.pid}`
  let timer: NodeJS.Timeout | undefined

  async function feed(to: ShipAddress, sink: SinkState, line: string): Promise<SinkState> {
    const waiting = [...sink.waiting, line].slice(-MOST_WAITING)
    const endMs = performance.now() + ROUND_MS
    try {
      while (waiting.length > 0) {
        // A receiver that takes its time keeps nobody else waiting: the rest goes with the next round.
        if (performance.now() > endMs) return { ...sink, waiting }
        await sendLine(to, waiting[0]!, nowMs(), deps.parts)
        waiting.shift()
      }
      if (sink.downSince !== null) log.error({ sink: to.text }, 'audit heads are shipped again')
      return freshSink()
    } catch (error) {
      if (sink.downSince === null) log.error({ sink: to.text, err: error }, 'audit heads cannot be shipped')
      const text = error instanceof Error ? error.message : String(error)
      return { downSince: sink.downSince ?? nowMs(), error: text.slice(0, 200), waiting }
    }
  }

  /** One round: nothing when another node did it less than a minute ago, unless it is the last one. */
  async function ship(isLast: boolean): Promise<void> {
    await deps.leases.run({ name: 'audit.ship', ttlMs: LEASE_MS }, async (lease) => {
      const kept = await readState(store.read, 'ship', NOTHING_SHIPPED)
      const at = nowMs()
      const isFresh = kept.at !== null && kept.at <= at && at - kept.at < EVERY_MS - 5_000
      if (isFresh && !isLast) return
      const head = (await readHead(store.read)) ?? { seq: 0, hash: '' }
      const line = writeHead({ at, node, ...head }, deps.parts.key)
      const fed = await Promise.all(
        addresses.map(
          async (to) => [to.text, await feed(to, kept.sinks[to.text] ?? freshSink(), line)] as const,
        ),
      )
      const hasLeft = fed.some(([, { downSince }]) => downSince === null)
      const next = hasLeft ? { at, ...head } : { at: kept.at, seq: kept.seq, hash: kept.hash }
      await store.write(async (tx) => {
        await lease.confirm(tx)
        await writeState(tx, 'ship', { ...next, sinks: Object.fromEntries(fed) })
      })
    })
  }

  return {
    ship,
    start() {
      if (addresses.length === 0) return
      const round = () =>
        void ship(false).catch((error: unknown) => log.error({ err: error }, 'audit heads were not shipped'))
      timer = setInterval(round, EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      if (addresses.length > 0) await ship(true).catch(() => undefined)
    },
  }
}
