import { setPriority } from 'node:os'
import { Redis } from 'ioredis'

const FROM_US = 100
/** Before whatever else the machine does. */
const FIRST = -15

/**
 * Runs `work` while the server has a processor whenever it wants one; answers null where this user may not say so. SLOWLOG
 * counts by the clock: where the processors are shared, the longest command is one that had to wait for its turn.
 */
export async function withOwnProcessor<T>(pid: number, work: () => Promise<T>): Promise<T | null> {
  try {
    setPriority(pid, FIRST)
  } catch {
    return null
  }
  try {
    return await work()
  } finally {
    setPriority(pid, 0)
  }
}

/** Runs `work` and answers what it saw, and how long the server itself spent on its longest SCAN meanwhile, in ms (SLOWLOG). */
export async function longestScan<T>(
  port: number,
  work: () => Promise<T>,
): Promise<{ seen: T; longestMs: number }> {
  const redis = new Redis({ port, host: '127.0.0.1' })
  try {
    await redis.config('SET', 'slowlog-log-slower-than', FROM_US)
    await redis.config('SET', 'slowlog-max-len', 100_000)
    await redis.slowlog('RESET')
    const seen = await work()
    const entries = (await redis.slowlog('GET', 100_000)) as [number, number, number, string[]][]
    const scans = entries.filter(([, , , words]) => words[0]?.toUpperCase() === 'SCAN')
    return { seen, longestMs: Math.max(0, ...scans.map(([, , us]) => us / 1_000)) }
  } finally {
    redis.disconnect()
  }
}
