import { useKept } from '@qd/web-frame'

/** Seconds between two readings unless somebody chose (S9.06). */
const USUAL_SECONDS = 2
/** An hour. */
export const REFRESH_SECONDS_MAX = 3_600

/** Seconds between two readings of a key or a server that refreshes by itself, kept with the account. */
export function useRefreshSeconds(): [number, (seconds: number) => void] {
  return useKept<number>('redis.refreshSeconds', USUAL_SECONDS)
}
