import type { RouteInput } from '@qd/contract-kit'
import type { Place } from '@qd/player-diff'
import { call } from '@qd/web-calls'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { editHistory, playerTimeline } from '../../contract/index.ts'
import type { TimelineKind } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import type { HistoryView } from '../state/history-place.ts'

export const KINDS: readonly TimelineKind[] = ['edit', 'function', 'bulk', 'undo']

const PAGE = 30
const DAY_MS = 86_400_000

export type Period = 'week' | 'month' | 'all' | 'own'
export const PERIODS: readonly Period[] = ['week', 'month', 'all', 'own']
const DAYS: Partial<Record<Period, number>> = { week: 7, month: 30 }

/** What the list is narrowed to; an absent part narrows nothing. */
export interface TimelineFilter extends Pick<
  RouteInput<typeof playerTimeline>['body'],
  'diff' | 'actorId' | 'status' | 'fromMs' | 'toMs'
> {
  /** Kinds that are shown. */
  kinds: readonly TimelineKind[]
  period: Period
}

/** The times of a period as it begins to be looked at. */
export function timesOf(period: Period): Pick<TimelineFilter, 'period' | 'fromMs' | 'toMs'> {
  const days = DAYS[period]
  return { period, fromMs: days === undefined ? undefined : Date.now() - days * DAY_MS, toMs: undefined }
}

/** What was done at a place is looked for over all time. */
export function startFilter(place: Place | null): TimelineFilter {
  return { kinds: KINDS, ...timesOf(place === null ? 'week' : 'all') }
}

/** The filter as it is asked for: of a place, or of the kinds chosen. */
export function askedOf({ place }: HistoryView, { kinds, period: _period, ...rest }: TimelineFilter) {
  if (place !== null) return { ...rest, place: { ...place, path: place.path.map(String) } }
  return kinds.length === KINDS.length ? rest : { ...rest, kinds: [...kinds] }
}

export type FilterAsked = ReturnType<typeof askedOf>

/** A player's time line, page by page. Whatever makes the history stale makes this stale. */
export function useTimeline(view: HistoryView, filter: TimelineFilter) {
  const { uId, player, at } = useEditorPlace()
  const { entry } = view
  const asked = entry === undefined ? askedOf(view, filter) : { entry }
  return useInfiniteQuery({
    queryKey: [editHistory.path, player, 'timeline', asked],
    // What others did since it was in view last is not heard of behind another tab.
    staleTime: 0,
    // Without any kind there is nothing to ask for.
    enabled: entry !== undefined || filter.kinds.length > 0,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const body = { limit: PAGE, ...asked, ...(pageParam === undefined ? {} : { before: pageParam }) }
      return call(
        playerTimeline,
        { query: { uId }, body },
        { at, tag: 'data-edit:history.title', told: 'inline', signal },
      )
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
