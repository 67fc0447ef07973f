import type { CatalogueServer } from '@qd/server-kit'
import { serverSilent } from '../../contract/index.ts'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import type { LiveRow } from '../tables.ts'
import { tellSilence } from './tell-silence.ts'

type Watched = Pick<LiveRow, 'key' | 'taken_at' | 'declared_at' | 'silent_since'>

/** Looks missed in a row after which this node cannot know what it has not heard. */
const MISSED_LOOKS = 4

/**
 * Finds servers that send no heartbeat any more. Every node looks; the first marks the row, under a condition, and the
 * others see it. Nobody counts as silent before this node has listened for the whole time: after its start, after it
 * was frozen or the database was away, and after the server was switched on.
 */
export class SilenceWatch {
  readonly #deps: UseCaseDeps
  /** Since when a server could have been heard here. */
  readonly #listening = new Map<string, number>()
  #lookedAt: number | null = null

  constructor(deps: UseCaseDeps) {
    this.#deps = deps
  }

  /** What was heard until now says nothing of who was silent. */
  startOver(): void {
    this.#listening.clear()
    this.#lookedAt = null
  }

  async look(): Promise<void> {
    const { store, catalogue, nowMs, times } = this.#deps
    const now = nowMs()
    const missed = this.#lookedAt === null ? 0 : Math.abs(now - this.#lookedAt)
    if (missed > MISSED_LOOKS * times.watchEveryMs) this.#listening.clear()
    this.#lookedAt = now
    const { serverByKey } = catalogue.current()
    for (const key of this.#listening.keys()) if (!serverByKey.has(key)) this.#listening.delete(key)
    for (const key of serverByKey.keys()) if (!this.#listening.has(key)) this.#listening.set(key, now)
    const rows = await store.read
      .selectFrom('game_server_live')
      .select(['key', 'taken_at', 'declared_at', 'silent_since'])
      .where((eb) => eb.or([eb('taken_at', 'is not', null), eb('declared_at', 'is not', null)]))
      .execute()
    for (const row of rows) {
      const server = serverByKey.get(row.key)
      if (server === undefined) await this.#forget(row)
      else if (row.silent_since === null && now - this.#heardAt(row, now) >= times.silentAfterMs) {
        await this.#mark(row, server, now)
      }
    }
  }

  /**
   * A time somewhat ahead of ours comes from a node whose clock is ahead, or from after we took our own: it counts as
   * now. One far ahead was written before the clock was set back, and says nothing.
   */
  #heardAt({ key, taken_at: takenAt, declared_at: declaredAt }: Watched, now: number): number {
    const { silentAfterMs } = this.#deps.times
    const known = [takenAt ?? 0, declaredAt ?? 0]
      .filter((at) => at - now <= silentAfterMs)
      .map((at) => Math.min(at, now))
    return Math.max(this.#listening.get(key) ?? now, ...known)
  }

  /** A server that is switched off or gone is not missed. */
  async #forget({ key, silent_since: since }: Watched): Promise<void> {
    if (since === null) return
    await this.#deps.store.write((tx) =>
      tx
        .updateTable('game_server_live')
        .set({ silent_since: null })
        .where('key', '=', key)
        .where('silent_since', '=', since)
        .execute(),
    )
  }

  async #mark(row: Watched, server: CatalogueServer, now: number): Promise<void> {
    const { store, times } = this.#deps
    await store.write(async (tx) => {
      const marked = await tx
        .updateTable('game_server_live')
        .set({ silent_since: now })
        .where('key', '=', row.key)
        .where('silent_since', 'is', null)
        // A heartbeat that came since then speaks for itself.
        .where('taken_at', row.taken_at === null ? 'is' : '=', row.taken_at)
        .executeTakeFirst()
      if (marked.numUpdatedRows === 0n) return
      const seconds = Math.round(times.silentAfterMs / 1000)
      await tellSilence(this.#deps, tx, serverSilent, { server, since: now, seconds })
    })
  }
}
