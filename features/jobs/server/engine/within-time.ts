const LIMIT_MS = 120_000

/** The runner went on longer than a chunk may take. */
export class ChunkTimeout extends Error {}

interface Limits {
  /** Milliseconds; absent: the usual ones. */
  limitMs: number | undefined
  /** What else tells the runner to end. */
  signals: readonly AbortSignal[]
}

/** Has a runner do something. It is told to end by the signal; when it does not within its time, it is left alone. */
export async function withinTime<T>(
  { limitMs = LIMIT_MS, signals }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborter = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const tooLong = new ChunkTimeout()
    aborter.abort(tooLong)
    reject(tooLong)
  }, limitMs)
  const hear = signals.map((signal) => ({ signal, onAbort: () => aborter.abort(signal.reason) }))
  for (const { signal, onAbort } of hear) {
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  }
  try {
    return await Promise.race([work(aborter.signal), ended])
  } finally {
    clearTimeout(timer)
    for (const { signal, onAbort } of hear) signal.removeEventListener('abort', onAbort)
  }
}
