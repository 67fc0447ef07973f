import { Redis } from 'ioredis'

/** Keys measured at once, as the console does it. */
const BATCH = 200

/** The least there is: SCAN COUNT 1000, and TYPE, PTTL and MEMORY USAGE of each key in pipelines of bare ioredis. */
export async function rawAnalysis(port: number): Promise<{ ms: number; keys: number; bytes: number }> {
  const redis = new Redis({ port, host: '127.0.0.1' })
  const startMs = performance.now()
  let [cursor, total, bytes] = ['0', 0, 0]
  try {
    do {
      const [next, keys] = await redis.scanBuffer(cursor, 'COUNT', 1_000)
      cursor = String(next)
      for (let at = 0; at < keys.length; at += BATCH) {
        const pipeline = redis.pipeline()
        for (const key of keys.slice(at, at + BATCH)) pipeline.type(key).pttl(key).memory('USAGE', key)
        const replies = (await pipeline.exec()) ?? []
        for (let reply = 2; reply < replies.length; reply += 3) bytes += Number(replies[reply]![1])
        total += replies.length / 3
      }
    } while (cursor !== '0')
  } finally {
    redis.disconnect()
  }
  return { ms: performance.now() - startMs, keys: total, bytes }
}
