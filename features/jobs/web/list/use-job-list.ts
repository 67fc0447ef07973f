import type { RouteReply } from '@qd/contract-kit'
import { call, useLive } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobList, jobsChannel } from '../../contract/index.ts'
import type { JobState, JobView } from '../../contract/index.ts'

const PAGE = 50

export interface JobFilter {
  states?: JobState[]
  kind?: string
  owner: 'mine' | 'all'
}

type Page = RouteReply<typeof jobList>
type Progress = Pick<JobView, 'state' | 'why' | 'counters'>

export interface Jobs {
  /** undefined: the first answer is under way. */
  rows: readonly JobView[] | undefined
  kinds: Page['kinds']
  error: CallError | null
  /** Absent: everything is loaded. */
  loadMore: (() => void) | undefined
  isLoadingMore: boolean
  reload: () => void
}

/** Jobs of the filter, newest first; progress comes by itself, and what changes its state is read anew. */
export function useJobList(filter: JobFilter): Jobs {
  const [live, setLive] = useState<ReadonlyMap<string, Progress>>(new Map())
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], string | undefined>({
    queryKey: [jobList.path, filter],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        jobList,
        { body: { ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { tag: 'jobs:title', told: 'inline', signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const listed = query.data?.pages.flatMap(({ list }) => list)
  useLive(jobsChannel, {}, ({ jobId, state, why, counters }) => {
    const before = live.get(jobId)?.state ?? listed?.find(({ id }) => id === jobId)?.state
    setLive((all) => new Map(all).set(jobId, { state, why, counters }))
    if (before !== state) void query.refetch()
  })
  return {
    rows: listed?.map((job) => ({ ...job, ...(job.endedAt === null ? live.get(job.id) : undefined) })),
    kinds: query.data?.pages[0]?.kinds ?? [],
    error: query.error,
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
    reload: () => void query.refetch(),
  }
}
