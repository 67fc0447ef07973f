import { call, useHold } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import type { MoreRows } from '@qd/web-tables'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RouteReply } from '@qd/contract-kit'
import { functionRuns } from '../../contract/index.ts'
import type { FunctionRef, FunctionRun } from '../../contract/index.ts'
import { queryOf, useFunctionHome } from '../place/function-home.ts'

const PAGE = 50

/** Runs of a function on the server or player in view, newest first, page by page. */
export function useRuns(of: Pick<FunctionRef, 'source' | 'id'>): {
  rows: readonly FunctionRun[] | undefined
  error: CallError | null
  retry: () => void
  more: MoreRows
} {
  const home = useFunctionHome()
  const query = queryOf(home, home.uId)
  const queryKey = [functionRuns.path, home.lineId, query, of]
  useHold(queryKey)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery<
    RouteReply<typeof functionRuns>,
    CallError,
    FunctionRun[],
    readonly unknown[],
    string
  >({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(
        functionRuns,
        { query, body: { function: of, limit: PAGE, ...(pageParam === '' ? {} : { before: pageParam }) } },
        { at: home.at, tag: 'custom-function:runs.title', told: 'inline', signal },
      ),
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ list }) => list),
  })
  return {
    rows: data,
    error,
    retry: () => void refetch(),
    more: {
      isLoading: isFetchingNextPage,
      ...(hasNextPage ? { load: () => void fetchNextPage() } : {}),
    },
  }
}
