const NEWS_WINDOW_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Says whether something is worth a row again: at most one a minute per key, so that a flood can't fill the audit. */
export interface RecentNews {
  isNew(key: string, nowMs: number): boolean
}

export function createRecentNews(): RecentNews {
  const told = new Map<string, number>()
  return {
    isNew(key, nowMs) {
      const toldAtMs = told.get(key)
      if (toldAtMs !== undefined && Math.abs(nowMs - toldAtMs) < NEWS_WINDOW_MS) return false
      if (told.size >= MOST_REMEMBERED) told.clear()
      told.set(key, nowMs)
      return true
    },
  }
}
