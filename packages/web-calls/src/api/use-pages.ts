import type { CallError } from '@qd/web-base'
import { useInfiniteQuery } from '@tanstack/react-query'

interface PageOf {
  list: readonly unknown[]
  /** Where the next page begins; null at the end. */
  next: string | null
}

export interface PagesAsked<P extends PageOf> {
  /** What makes the list another one. */
  queryKey: readonly unknown[]
  /** Asks for the page that begins at `before`, the first one without. */
  ask: (before: { before?: string }, signal: AbortSignal) => Promise<P>
  /** Reads it again so often, perhaps only while some of its rows go on; absent: only when asked. */
  refetchIntervalMs?: number | ((rows: P['list']) => number | false)
}

export interface Pages<P extends PageOf> {
  /** What the first page says beside its rows. */
  first: P | undefined
  /** undefined: the first answer is under way. */
  rows: P['list'][number][] | undefined
  error: CallError | null
  /** Absent: everything is loaded. */
  loadMore: (() => void) | undefined
  isLoadingMore: boolean
  reload: () => void
}

/** A list that is read page by page, the newest rows first. */
export function usePages<P extends PageOf>({ queryKey, ask, refetchIntervalMs }: PagesAsked<P>): Pages<P> {
  const query = useInfiniteQuery<P, CallError, { pages: P[] }, readonly unknown[], string | undefined>({
    queryKey,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => ask(pageParam === undefined ? {} : { before: pageParam }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) =>
      typeof refetchIntervalMs === 'function'
        ? refetchIntervalMs(state.data?.pages.flatMap(({ list }) => list) ?? [])
        : (refetchIntervalMs ?? false),
  })
  const pages = query.data?.pages
  return {
    first: pages?.[0],
    rows: pages?.flatMap(({ list }): P['list'][number][] => [...list]),
    error: query.error,
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
    reload: () => void query.refetch(),
  }
}
