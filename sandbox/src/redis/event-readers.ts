import type { Redis } from 'ioredis'

export const GROUP = 'reward-workers'
/** One event in so many stays without an acknowledgement, as after a crash of its worker. */
const LEFT_EVERY = 12
/** How many the first worker leaves before the second one takes over those that are old. */
const PENDING_MOST = 60
const CLAIM_AFTER_MS = 60_000
const READ_AT_ONCE = 50

type Entries = [id: string, fields: string[]][]

async function ensureGroup(redis: Redis, stream: string): Promise<void> {
  try {
    await redis.xgroup('CREATE', stream, GROUP, '0', 'MKSTREAM')
  } catch (error) {
    // There since an earlier start.
    if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error
  }
}

/** Two workers that read the events of a server as a consumer group; some entries stay pending until the other claims them. */
export class EventReaders {
  #isReady = false
  #read = 0

  async read(redis: Redis, stream: string): Promise<void> {
    if (!this.#isReady) await ensureGroup(redis, stream)
    this.#isReady = true
    const answer = await redis.xreadgroup(
      'GROUP',
      GROUP,
      'worker-1',
      'COUNT',
      READ_AT_ONCE,
      'STREAMS',
      stream,
      '>',
    )
    const ids = ((answer as [string, Entries][] | null)?.[0]?.[1] ?? []).map(([id]) => id)
    const done = ids.filter(() => (this.#read += 1) % LEFT_EVERY !== 0)
    if (done.length > 0) await redis.xack(stream, GROUP, ...done)
    await this.#claimOld(redis, stream)
  }

  async #claimOld(redis: Redis, stream: string): Promise<void> {
    const [pending] = (await redis.xpending(stream, GROUP)) as [number]
    if (pending <= PENDING_MOST) return
    const [, entries] = (await redis.xautoclaim(
      stream,
      GROUP,
      'worker-2',
      CLAIM_AFTER_MS,
      '0-0',
      'COUNT',
      READ_AT_ONCE,
    )) as [string, Entries]
    const ids = entries.map(([id]) => id)
    if (ids.length > 0) await redis.xack(stream, GROUP, ...ids)
  }
}
