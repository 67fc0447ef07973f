import type { Broadcast } from '@qd/store'
import { inBackground } from '../serve/current-asker.ts'
import { createLooker, endsWithin } from './create-looker.ts'

/** For work told to end when the node stops. */
const GRACE_MS = 1_000

interface NodeRunsParts {
  broadcast: Broadcast
  /** Wakes when something is told here. */
  topic: string
  /** `retryMs`: until one is tried again after a fault. */
  timing: { leaseMs: number; pollMs: number; drainMs: number; retryMs: number }
  /** Runs one node does at once. */
  most: number
  /** Looks for work; what is found is begun with `begin`. */
  look: () => Promise<void>
  /** False: another node has it. */
  run: (id: string, stopping: AbortSignal) => Promise<boolean>
  onLookFault: (error: unknown) => void
  onRunFault: (error: unknown, id: string) => void
}

/** The runs of one node, each of which only one node may do. */
export interface NodeRuns {
  /** Begins those that may be tried, as far as there is room; of the others nothing is remembered. */
  begin(ids: readonly string[]): void
  start(): void
  /** Ends, or gives back, what is under way. */
  stop(): Promise<void>
  /** Looks for work now. */
  wake(): void
}

export function createNodeRuns(parts: NodeRunsParts): NodeRuns {
  const { broadcast, topic, timing } = parts
  const local = new Map<string, Promise<void>>()
  /** Runs this node may not try before: another node has them, or the console met a fault. */
  const heldBack = new Map<string, number>()
  const stopping = new AbortController()
  const disposers: (() => void)[] = []
  const looker = createLooker(parts.look, parts.onLookFault)
  const { wake } = looker

  async function hold(id: string): Promise<void> {
    try {
      const isRun = await parts.run(id, stopping.signal)
      if (!isRun) heldBack.set(id, performance.now() + timing.leaseMs / 3)
    } catch (error) {
      heldBack.set(id, performance.now() + timing.retryMs)
      if (!stopping.signal.aborted) parts.onRunFault(error, id)
    }
    local.delete(id)
    // What waited for its end is looked for at once.
    wake()
  }

  const mayTry = (id: string) => !local.has(id) && (heldBack.get(id) ?? 0) <= performance.now()
  const drained = (limitMs: number) => endsWithin(limitMs, [looker.underWay(), ...local.values()])

  return {
    wake,
    begin(ids) {
      const open = new Set(ids)
      for (const id of heldBack.keys()) if (!open.has(id)) heldBack.delete(id)
      for (const id of ids.filter(mayTry)) {
        if (looker.hasEnded() || local.size >= parts.most) return
        heldBack.delete(id)
        // A call may have set it off, but nobody waits for it.
        local.set(
          id,
          inBackground(() => hold(id)),
        )
      }
    },
    start() {
      const timer = setInterval(() => inBackground(wake), timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        broadcast.subscribe(topic, () => inBackground(wake)),
        broadcast.onLost(wake),
      )
      wake()
    },
    async stop() {
      looker.end()
      for (const dispose of disposers.splice(0)) dispose()
      if (!(await drained(timing.drainMs))) {
        stopping.abort()
        await drained(GRACE_MS)
      }
      stopping.abort()
    },
  }
}
