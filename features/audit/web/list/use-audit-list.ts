import type { RouteReply } from '@qd/contract-kit'
import { call, useCall } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { auditList } from '../../contract/index.ts'
import type { AuditFilter, AuditListEntry } from '../../contract/index.ts'

const PAGE = 100
const LOOK_AGAIN_MS = 15_000
/** More new rows than this are not counted. */
export const MOST_NEW = 100

type Page = RouteReply<typeof auditList>

export interface AuditList {
  /** undefined: the first answer is under way. */
  rows: readonly AuditListEntry[] | undefined
  error: CallError | null
  /** Absent: everything was looked through. */
  loadMore: (() => void) | undefined
  isLoadingMore: boolean
  /** How far the last answer came, where it found too little in time. */
  searchedTo: number | null
  /** Rows since the list was read. */
  newRows: number
  reload: () => void
}

/** Pages of the filter, newest first; what is new since is counted and waits until it is asked for. */
export function useAuditList(filter: AuditFilter): AuditList {
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], number | undefined>({
    queryKey: [auditList.path, filter],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        auditList,
        { body: { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { tag: 'audit:title', told: 'inline', signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const pages = query.data?.pages
  const rows = pages?.flatMap(({ list }) => list)
  const newest = rows?.[0]?.seq ?? 0
  const since = useCall(
    auditList,
    rows === undefined ? null : { body: { ...filter, after: newest, limit: MOST_NEW } },
    {
      tag: 'audit:title',
      told: { quiet: 'nobody asked; the next look is seconds away' },
      refetchIntervalMs: LOOK_AGAIN_MS,
    },
  )
  const last = pages?.at(-1)
  const { fetchNextPage, isFetchingNextPage, isError } = query
  // An answer that came early is no page's end: it goes on until a page is full or all was looked through.
  const goesOn = last !== undefined && last.searchedTo !== null && (rows?.length ?? 0) < PAGE
  useEffect(() => {
    if (goesOn && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [goesOn, isFetchingNextPage, isError, fetchNextPage])
  return {
    rows: goesOn && rows?.length === 0 ? undefined : rows,
    error: query.error,
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
    searchedTo: last?.searchedTo ?? null,
    newRows: rows === undefined ? 0 : (since.data?.list.length ?? 0),
    reload: () => void query.refetch(),
  }
}
