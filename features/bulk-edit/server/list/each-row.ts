/** Calls to one game server at a time; half of what its gate lets through, so that people get in too. */
export const CALLS_PER_SERVER = 16

/** Lets so many pieces of work for a server run at a time; whoever came first is first. */
export interface Lanes {
  run(serverKey: string, work: () => Promise<void>): Promise<void>
}

export function createLanes(): Lanes {
  const lanes = new Map<string, { busy: number; waiting: (() => void)[] }>()
  return {
    async run(serverKey, work) {
      const lane = lanes.get(serverKey) ?? { busy: 0, waiting: [] }
      lanes.set(serverKey, lane)
      if (lane.busy < CALLS_PER_SERVER) lane.busy += 1
      else await new Promise<void>((resolve) => lane.waiting.push(resolve))
      try {
        await work()
      } finally {
        // The place is handed on, so that nobody slips in between.
        const next = lane.waiting.shift()
        if (next === undefined) lane.busy -= 1
        else next()
      }
    },
  }
}

/** Waits for all of it, also when some fails: nothing of ours goes on behind the caller's back. Rejects with the first failure. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Works on all items in their servers' lanes; after the first failure no further one is begun. */
export async function eachRow<T>(
  items: readonly T[],
  serverOf: (item: T) => string,
  work: (item: T) => Promise<void>,
  lanes: Lanes,
): Promise<void> {
  let hasFailed = false
  const one = async (item: T) => {
    if (hasFailed) return
    try {
      await work(item)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  await allEnded(items.map((item) => lanes.run(serverOf(item), () => one(item))))
}
