/** Calls to one game server at a time; half of what its gate lets through, so that people get in too. */
export const CALLS_PER_SERVER = 16

/** Works on all items, as many at a time for each server as it should carry; rejects with the first failure. */
export async function eachRow<T>(
  items: readonly T[],
  serverOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queues = new Map<string, T[]>()
  for (const item of items) {
    const queue = queues.get(serverOf(item)) ?? []
    queue.push(item)
    queues.set(serverOf(item), queue)
  }
  const state = { hasFailed: false }
  const worker = async (queue: T[]): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && !state.hasFailed; item = queue.shift())
      await work(item)
  }
  const workers = [...queues.values()].flatMap((queue) =>
    Array.from({ length: Math.min(CALLS_PER_SERVER, queue.length) }, () => worker(queue)),
  )
  const watched = workers.map((each) =>
    each.catch((error: unknown) => {
      state.hasFailed = true
      throw error
    }),
  )
  // All of them end before the first failure is told: nothing of ours goes on behind the caller's back.
  const ends = await Promise.allSettled(watched)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
