import { storedState, whenSessionEnds } from '@qd/web-kit'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export interface PlayerTag {
  uId: string
  name: string
}

const TAGS_KEPT = 20

export interface TagsState {
  /** Players in the order they were opened. */
  players: readonly PlayerTag[]
  visit(uId: string, name: string): void
  close(uId: string): void
  reset(): void
}

/** Pages the tag bar shows beside the pinned home; survive a reload. */
export const useTags = create<TagsState>()(
  persist(
    (set) => ({
      players: [],
      visit: (uId, name) =>
        set(({ players }) => {
          const known = players.find((player) => player.uId === uId)
          if (known === undefined) return { players: [...players, { uId, name }].slice(-TAGS_KEPT) }
          if (name === '' || known.name === name) return { players }
          return { players: players.map((player) => (player.uId === uId ? { uId, name } : player)) }
        }),
      close: (uId) => set(({ players }) => ({ players: players.filter((player) => player.uId !== uId) })),
      reset: () => set({ players: [] }),
    }),
    { name: 'tags', storage: storedState(), partialize: ({ players }) => ({ players }) },
  ),
)

whenSessionEnds(() => useTags.getState().reset())

/** Where to go when a tag in view closes: its right neighbour, else the left, else home. */
export function neighbourOf(players: readonly PlayerTag[], uId: string): PlayerTag | null {
  const at = players.findIndex((player) => player.uId === uId)
  return players[at + 1] ?? players[at - 1] ?? null
}
