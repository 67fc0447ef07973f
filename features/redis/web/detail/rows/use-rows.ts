import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyPage } from '../../../contract/index.ts'
import type { PageRow } from '../../../contract/index.ts'
import { bytesId } from '../model/bytes.ts'
import type { KeyPlace } from '../key-place.ts'
import { hasName } from './long-names.ts'

export type RowType = PageRow['type']

/** Rows of one answer. */
const PAGE_ROWS = 200
/** A filter that finds little looks on by itself for so many answers, then waits to be asked. */
const ROUNDS = 10

export interface RowFilter {
  readonly filter: string
  readonly inValues: boolean
  readonly isDescending: boolean
  readonly from: string
  readonly to: string
}

export const NO_FILTER: RowFilter = { filter: '', inValues: false, isDescending: false, from: '', to: '' }

export function rowId(row: PageRow): string {
  // Long names may begin alike.
  if (hasName(row) && row.long !== undefined) return `long ${row.long.bytes} ${row.long.mark}`
  if (row.type === 'hash') return bytesId(row.field)
  if (row.type === 'list') return String(row.index)
  return row.type === 'stream' ? row.id : bytesId(row.member)
}

type Page = RouteReply<typeof keyPage>

/** Redis looks for names by pattern; who types a word looks for names with it. */
function patternOf({ filter, inValues }: RowFilter, type: RowType): string {
  const isPattern = type === 'set' || type === 'zset' || (type === 'hash' && !inValues)
  return filter === '' || !isPattern || /[*?[\\]/.test(filter) ? filter : `*${filter}*`
}

/** Pages until there is something to show, the end, or enough was looked at. */
async function readPage(body: KeyPlace & RowFilter & { type: RowType }, cursor: string, signal: AbortSignal) {
  let page: Page | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const next: Page = await call(
      keyPage,
      { body: { ...body, cursor: page?.cursor ?? cursor, count: PAGE_ROWS } },
      { tag: 'redis:page.detail', told: 'inline', signal },
    )
    page =
      page === null
        ? next
        : { ...next, rows: [...page.rows, ...next.rows], examined: page.examined + next.examined }
    if (page.rows.length > 0 || page.cursor === '') break
  }
  return page!
}

export interface Rows {
  /** undefined: the first answer is under way. */
  readonly rows: readonly PageRow[] | undefined
  readonly error: CallError | null
  /** Entries looked at for the filter so far. */
  readonly examined: number
  readonly pages: number
  /** When they were read, epoch milliseconds; 0: not yet. */
  readonly readAt: number
  /** Absent: everything is loaded. */
  readonly loadMore: (() => void) | undefined
  readonly isLoadingMore: boolean
  readonly reload: () => void
}

/** The entries of a key, read on from where the last answer ended. */
export function useRows(place: KeyPlace, type: RowType, filter: RowFilter): Rows {
  const body = { ...place, type, ...filter, filter: patternOf(filter, type) }
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], string>({
    queryKey: [keyPage.path, { body }],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readPage(body, pageParam, signal),
    getNextPageParam: ({ cursor }) => (cursor === '' ? undefined : cursor),
    staleTime: 0,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => {
    if (pages === undefined) return undefined
    // SCAN may answer an entry twice.
    const byId = new Map(pages.flatMap((page) => page.rows).map((row) => [rowId(row), row]))
    return [...byId.values()]
  }, [pages])
  return {
    rows,
    error: query.error,
    examined: (pages ?? []).reduce((sum, page) => sum + page.examined, 0),
    pages: pages?.length ?? 0,
    readAt: query.dataUpdatedAt,
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
    reload: () => void query.refetch(),
  }
}
