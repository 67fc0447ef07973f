import { readStored, whenSessionEnds, writeStored } from '@qd/web-kit'
import { create } from 'zustand'

/** S9.02. */
export const HISTORY_KEPT = 15
const STORED = 'uid-history'

/** A player that was found, under the name they had then. */
export interface UsedPlayer {
  readonly uId: string
  readonly name: string
}

/** The history with a found player at the front, once (S4.10). */
function withUsed(history: readonly UsedPlayer[], player: UsedPlayer): UsedPlayer[] {
  return [player, ...history.filter(({ uId }) => uId !== player.uId)].slice(0, HISTORY_KEPT)
}

function isUsedPlayer(entry: unknown): entry is UsedPlayer {
  const { uId, name } = (entry ?? {}) as Record<string, unknown>
  return typeof uId === 'string' && typeof name === 'string'
}

function readHistory(): UsedPlayer[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUsedPlayer).slice(0, HISTORY_KEPT) : []
  } catch {
    // Somebody else wrote there; a lost history is no reason to fail.
    return []
  }
}

export interface UIdHistory {
  players: readonly UsedPlayer[]
  use(player: UsedPlayer): void
}

/** Players found in this browser, newest first (S3.12). */
export const useUIdHistory = create<UIdHistory>()((set, get) => ({
  players: readHistory(),
  use({ uId, name }) {
    const players = withUsed(get().players, { uId, name })
    writeStored(STORED, JSON.stringify(players))
    set({ players })
  },
}))

whenSessionEnds(() => useUIdHistory.setState({ players: [] }))
