import { keep, keptKeys, keptNow, useKept } from '@qd/web-frame'
import { redisBytes } from '../../contract/index.ts'
import type { RedisBytes } from '../../contract/index.ts'
import { z } from '@qd/contract-kit'
import { bytesId } from './row-ids.ts'

const MOST_SEARCHES = 30
const MOST_FAVOURITES = 100

const favourite = z.object({ kind: z.enum(['key', 'pattern']), name: redisBytes })
const kept = z.object({ history: z.array(z.string()), favourites: z.array(favourite) })

/** A key, or a pattern to search for. */
export type Favourite = z.output<typeof favourite>
type Searches = z.output<typeof kept>

const NONE: Searches = { history: [], favourites: [] }

/** What was kept may come from another version of the page. */
function searchesOf(value: unknown): Searches {
  const read = z.safeParse(kept, value)
  return read.success ? read.data : NONE
}

export const sameFavourite = (a: Favourite, b: Favourite): boolean =>
  a.kind === b.kind && bytesId(a.name) === bytesId(b.name)

const KEY = 'redis.searches.'

/** Forgets the searches made on all connections; the favourites stay. */
export function forgetSearches(): void {
  for (const key of keptKeys(KEY)) keep(key, { ...searchesOf(keptNow(key)), history: [] })
}

export interface KeptSearches extends Searches {
  /** Puts a pattern first. */
  note: (pattern: string) => void
  /** Adds a favourite, or takes it away. */
  toggle: (favourite: Favourite) => void
  isFavourite: (kind: Favourite['kind'], name: RedisBytes) => boolean
  forgetHistory: () => void
}

/** Searches made on a connection and its favourites, newest first, kept with the account. */
export function useSearches(connectionId: string): KeptSearches {
  const key = `${KEY}${connectionId.replaceAll(/[^A-Za-z0-9-]/g, '-')}`
  const [value, keepSearches] = useKept<unknown>(key, NONE)
  const searches = searchesOf(value)
  const change = (part: (now: Searches) => Partial<Searches>): void => {
    const now = searchesOf(keptNow(key))
    keepSearches({ ...now, ...part(now) })
  }
  return {
    ...searches,
    note: (pattern) =>
      change(({ history }) => ({
        history: [pattern, ...history.filter((each) => each !== pattern)].slice(0, MOST_SEARCHES),
      })),
    toggle: (given) =>
      change(({ favourites }) => {
        const rest = favourites.filter((each) => !sameFavourite(each, given))
        const isNew = rest.length === favourites.length
        return { favourites: isNew ? [given, ...rest].slice(0, MOST_FAVOURITES) : rest }
      }),
    isFavourite: (kind, name) => searches.favourites.some((each) => sameFavourite(each, { kind, name })),
    forgetHistory: () => change(() => ({ history: [] })),
  }
}
