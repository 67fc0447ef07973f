import { useKept } from '@qd/web-frame'
import { useMemo } from 'react'
import type { Marked } from '../model/list-groups.ts'

const RECENT_KEPT = 20
const FAVOURITES_KEPT = 100
const NONE: readonly string[] = []

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : NONE
}

/** Favourites and recently run functions of a game, kept with the account. */
export function useMarked(game: string): Marked & {
  toggleFavourite: (key: string) => void
  noteRun: (key: string) => void
} {
  const [keptFavourites, setFavourites] = useKept<unknown>(`custom-function.favourites.${game}`, NONE)
  const [keptRecent, setRecent] = useKept<unknown>(`custom-function.recent.${game}`, NONE)
  return useMemo(() => {
    const favourites = textsOf(keptFavourites)
    const recent = textsOf(keptRecent)
    const without = (list: readonly string[], key: string) => list.filter((each) => each !== key)
    return {
      favourites,
      recent,
      toggleFavourite: (key) =>
        setFavourites(
          favourites.includes(key) ? without(favourites, key) : [...favourites, key].slice(-FAVOURITES_KEPT),
        ),
      noteRun: (key) => setRecent([key, ...without(recent, key)].slice(0, RECENT_KEPT)),
    }
  }, [keptFavourites, keptRecent, setFavourites, setRecent])
}
