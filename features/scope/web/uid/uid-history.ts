import { readStored, whenSessionEnds, writeStored } from '@qd/web-kit'
import { create } from 'zustand'

/** S9.02. */
export const HISTORY_KEPT = 15
const STORED = 'uid-history'

/** The history with a used uId at the front, once (S4.10). */
export function withUsed(history: readonly string[], uId: string): string[] {
  return [uId, ...history.filter((other) => other !== uId)].slice(0, HISTORY_KEPT)
}

function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : []
  } catch {
    // Somebody else wrote there; a lost history is no reason to fail.
    return []
  }
}

export interface UIdHistory {
  uIds: readonly string[]
  use(uId: string): void
}

/** uIds looked up in this browser, newest first (S3.12). */
export const useUIdHistory = create<UIdHistory>()((set, get) => ({
  uIds: readHistory(),
  use(uId) {
    const uIds = withUsed(get().uIds, uId)
    writeStored(STORED, JSON.stringify(uIds))
    set({ uIds })
  },
}))

whenSessionEnds(() => useUIdHistory.setState({ uIds: [] }))
