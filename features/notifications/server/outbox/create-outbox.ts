import { inBackground } from '@qd/server-kit'
import { WEBHOOK_TEST } from '../../contract/index.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { closedLanes, waitingRows } from './due.ts'
import { OUTBOX_TOPIC } from './outbox-topic.ts'
import { runLane } from './run-lane.ts'
import type { Lane } from './run-lane.ts'
import type { OutWay } from './way.ts'

/** Receivers one node speaks to at once: they mostly wait. */
const MOST_LANES = 64

/** The part of every node that sends out; each receiver is served by one node at a time. */
export interface Outbox {
  start(): void
  stop(): Promise<void>
  /** Looks now; resolves when nothing is due that this node could send. */
  wake(): Promise<void>
}

const laneName = (way: string, target: string) => `notifications.${way}:${target}`

export function createOutbox(deps: UseCaseDeps, ways: readonly OutWay[]): Outbox {
  const { store, leases, timing, log } = deps
  const local = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const disposers: (() => void)[] = []
  let isWanted = false
  let looking: Promise<void> | undefined

  /** Who has been waiting longest comes first. */
  async function dueLanes(): Promise<Map<string, Lane>> {
    const rows = await waitingRows(deps)
      .select(['way', 'target'])
      .groupBy(['way', 'target'])
      .orderBy((eb) => eb.fn.min('not_before'))
      .orderBy((eb) => eb.fn.min('notice_id'))
      .execute()
    const tests = await store.read
      .selectFrom('notice_delivery')
      .select('target')
      .where('state', '=', 'waiting')
      .where('kind', '=', WEBHOOK_TEST.name)
      .execute()
    const tested = new Set(tests.map(({ target }) => target))
    const shut = await closedLanes(deps).execute()
    const closed = new Set(shut.map((each) => laneName(each.way, each.target)))
    const lanes = new Map<string, Lane>()
    for (const row of rows) {
      const way = ways.find(({ name }) => name === row.way)
      if (way === undefined) continue
      const target = way.laneOf(row.target)
      const name = laneName(way.name, target)
      const isOpen = !closed.has(name) || tested.has(target)
      if (isOpen && !local.has(name)) lanes.set(name, { way, target })
    }
    return lanes
  }

  async function hold(name: string, lane: Lane): Promise<void> {
    let isRun = false
    try {
      isRun = await leases.run({ name, ttlMs: timing.leaseMs }, (lease) =>
        runLane({ ...lane, deps, lease, signal: AbortSignal.any([lease.signal, stopping.signal]) }),
      )
    } catch (error) {
      // Taken up again at the next look.
      log.error({ err: error, lane: name }, 'notifications could not be sent')
    }
    local.delete(name)
    // What came meanwhile, or waits for the place, is looked for at once.
    if (isRun) void wake()
  }

  async function look(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      for (const [name, lane] of await dueLanes()) {
        if (local.size >= MOST_LANES) break
        local.set(
          name,
          inBackground(() => hold(name, lane)),
        )
      }
    }
  }

  async function wake(): Promise<void> {
    isWanted = true
    if (stopping.signal.aborted) return
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'notifications could not be looked for'))
      .finally(() => (looking = undefined))
    await looking
    await Promise.all(local.values())
  }

  return {
    wake,
    start() {
      const timer = setInterval(() => void wake(), timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        store.broadcast.subscribe(OUTBOX_TOPIC, () => void wake()),
        store.broadcast.onLost(() => void wake()),
      )
      void wake()
    },
    async stop() {
      for (const dispose of disposers.splice(0)) dispose()
      stopping.abort()
      await looking
      await Promise.all(local.values())
    },
  }
}
