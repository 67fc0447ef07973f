import type { PlayerDocument } from './document.ts'
import type { LivePlayer } from './live-player.ts'
import { isOnline } from './live-player.ts'
import type { PlayerStore, StoredPlayer } from './player-store.ts'

const MAX_OFFLINE = 300

/** Players in memory; offline ones leave again, the least recently used first. */
export class PlayerCache {
  readonly #store: PlayerStore
  readonly #documentOf: (stored: StoredPlayer) => PlayerDocument
  readonly #players = new Map<string, LivePlayer>()

  /** `documentOf` reads a player's data, or makes it when nobody has read it yet. */
  constructor(store: PlayerStore, documentOf: (stored: StoredPlayer) => PlayerDocument) {
    this.#store = store
    this.#documentOf = documentOf
  }

  get(uId: string): LivePlayer | null {
    const known = this.#players.get(uId)
    if (known) {
      // Moved to the end: the map's order is the order of use.
      this.#players.delete(uId)
      this.#players.set(uId, known)
      return known
    }
    const stored = this.#store.player(uId)
    return stored === null ? null : this.#keep(stored)
  }

  online(): LivePlayer[] {
    return [...this.#players.values()].filter(isOnline)
  }

  isOnline(uId: string): boolean {
    const player = this.#players.get(uId)
    return player !== undefined && isOnline(player)
  }

  /** The name and level of a player in memory may be newer than the stored ones. */
  peek(uId: string): LivePlayer | undefined {
    return this.#players.get(uId)
  }

  /** Writes what was done to players in one transaction, and what time brought to so many of them. */
  flush(byTime = Infinity): void {
    const players = [...this.#players.values()]
    const dirty = [
      ...players.filter(({ unsaved }) => unsaved === 'deeds'),
      ...players.filter(({ unsaved }) => unsaved === 'time').slice(0, byTime),
    ]
    if (dirty.length > 0) {
      this.#store.transaction(() => {
        for (const player of dirty) this.#store.save(player.document, player.version)
      })
      for (const player of dirty) player.unsaved = 'nothing'
    }
    this.#dropOffline()
  }

  #keep(stored: StoredPlayer): LivePlayer {
    const player: LivePlayer = {
      uId: stored.uId,
      document: this.#documentOf(stored),
      version: stored.version,
      unsaved: 'nothing',
      isWandering: false,
      tickedAt: 0,
      connection: null,
    }
    this.#players.set(stored.uId, player)
    return player
  }

  #dropOffline(): void {
    let excess = this.#players.size - this.online().length - MAX_OFFLINE
    for (const [uId, player] of this.#players) {
      if (excess <= 0) return
      if (isOnline(player) || player.unsaved !== 'nothing') continue
      this.#players.delete(uId)
      excess -= 1
    }
  }
}
