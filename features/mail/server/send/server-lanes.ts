import { setTimeout as sleep } from 'node:timers/promises'

/** Servers that are sent to at the same time. */
export const SERVERS_AT_ONCE = 5
/** Calls under way on one server: it reads one while it works on another. */
const CALLS_AT_ONCE = 2

/** Works on items of several servers: some servers at once, some calls on each, no faster than each says. */
export async function inLanes<T>(
  items: readonly T[],
  serverOf: (item: T) => string,
  { gapMs, work }: { gapMs: (server: string) => number; work: (item: T) => Promise<void> },
): Promise<void> {
  const lanes = [...Map.groupBy(items, serverOf)]
  let nextLane = 0
  const runLane = async ([server, queue]: [string, T[]]) => {
    let next = 0
    let freeAt = 0
    const worker = async () => {
      for (let item = queue[next++]; item !== undefined; item = queue[next++]) {
        const now = performance.now()
        const startAt = Math.max(freeAt, now)
        freeAt = startAt + gapMs(server)
        if (startAt > now) await sleep(startAt - now)
        await work(item)
      }
    }
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker))
  }
  const runLanes = async () => {
    for (let lane = lanes[nextLane++]; lane !== undefined; lane = lanes[nextLane++]) await runLane(lane)
  }
  await Promise.all(Array.from({ length: Math.min(SERVERS_AT_ONCE, lanes.length) }, runLanes))
}

/** One after another of each server, so that a part of the rows speaks to several. */
export function interleaved<T>(items: readonly T[], serverOf: (item: T) => string): T[] {
  const queues = [...Map.groupBy(items, serverOf).values()]
  const mixed: T[] = []
  for (let round = 0; mixed.length < items.length; round += 1)
    for (const queue of queues) if (queue[round] !== undefined) mixed.push(queue[round]!)
  return mixed
}
