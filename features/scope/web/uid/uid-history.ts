import { readStored, writeStored } from '@qd/web-base'
import { whenSessionEnds } from '@qd/web-calls'
import type { NamedPlayer } from '@qd/web-calls'
import { create } from 'zustand'

/** S9.02. */
export const HISTORY_KEPT = 15
const STORED = 'uid-history'

/** A player that was found, under the name they had then; what was kept before games were has none. */
export interface UsedPlayer extends NamedPlayer {
  readonly name: string
}

function isSame(used: NamedPlayer, { uId, game }: NamedPlayer): boolean {
  return used.uId === uId && (used.game === game || used.game === '')
}

/** The history with a found player at the front, once (S4.10). */
function withUsed(history: readonly UsedPlayer[], player: UsedPlayer): UsedPlayer[] {
  return [player, ...history.filter((used) => !isSame(used, player))].slice(0, HISTORY_KEPT)
}

function readEntry(entry: unknown): UsedPlayer[] {
  const { uId, name, game = '' } = (entry ?? {}) as Record<string, unknown>
  return typeof uId === 'string' && typeof name === 'string' && typeof game === 'string'
    ? [{ uId, name, game }]
    : []
}

function readHistory(): UsedPlayer[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readEntry).slice(0, HISTORY_KEPT) : []
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
  use({ uId, name, game }) {
    const players = withUsed(get().players, { uId, name, game })
    writeStored(STORED, JSON.stringify(players))
    set({ players })
  },
}))

whenSessionEnds(() => useUIdHistory.setState({ players: [] }))
