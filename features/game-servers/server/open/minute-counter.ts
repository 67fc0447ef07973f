export interface CountedAs {
  key: string
  /** Calls that may come in a minute. */
  most: number
  /** How many are counted ahead, so that most cost no write. */
  slice: number
}

/** Counts so many calls for all nodes; answers how many the minute has with them. */
type Count = (calls: { key: string; minute: number; by: number }) => Promise<number>

interface Minute {
  minute: number
  /** Counted already, and not here yet. */
  left: number
  isOver: boolean
  waiting: number
  counting: Promise<void> | null
}

/**
 * Whether one more call of a key fits into the minute. Calls of the same moment are counted together: one write for all of
 * them, however many there are.
 */
export function createMinuteCounter(count: Count): (as: CountedAs, minute: number) => Promise<boolean> {
  const minutes = new Map<string, Minute>()

  function minuteOf(key: string, minute: number): Minute {
    const known = minutes.get(key)
    if (known?.minute === minute) return known
    const fresh: Minute = { minute, left: 0, isOver: false, waiting: 0, counting: null }
    minutes.set(key, fresh)
    return fresh
  }

  async function buy(of: Minute, { key, most, slice }: CountedAs): Promise<void> {
    // Those of the same turn of the event loop come along.
    await new Promise(setImmediate)
    const by = Math.max(slice, of.waiting)
    try {
      const total = await count({ key, minute: of.minute, by })
      const got = Math.min(by, Math.max(0, by - (total - most)))
      of.left += got
      if (got < by) of.isOver = true
    } finally {
      of.counting = null
    }
  }

  return async (as, minute) => {
    const of = minuteOf(as.key, minute)
    while (of.left === 0 && !of.isOver) {
      of.waiting += 1
      of.counting ??= buy(of, as)
      await of.counting.finally(() => (of.waiting -= 1))
    }
    if (of.left === 0) return false
    of.left -= 1
    return true
  }
}
