import type { RouteReply } from '@qd/contract-kit'
import { call, useLive, usePages } from '@qd/web-calls'
import type { Pages } from '@qd/web-calls'
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
type Progress = Pick<JobView, 'state' | 'why' | 'counters' | 'isPreparing' | 'stage'>

export interface Jobs extends Omit<Pages<Page>, 'first'> {
  kinds: Page['kinds']
}

/** Jobs of the filter, newest first; progress comes by itself, and what changes its state is read anew. */
export function useJobList(filter: JobFilter): Jobs {
  const [live, setLive] = useState<ReadonlyMap<string, Progress>>(new Map())
  const {
    first,
    rows: listed,
    ...pages
  } = usePages({
    queryKey: [jobList.path, filter],
    ask: (before, signal) =>
      call(
        jobList,
        { body: { ...filter, limit: PAGE, ...before } },
        { tag: 'jobs:title', told: 'inline', signal },
      ),
  })
  useLive(jobsChannel, {}, ({ jobId, isMine: _isMine, name: _name, ...progress }) => {
    const { state } = progress
    const before = live.get(jobId)?.state ?? listed?.find(({ id }) => id === jobId)?.state
    setLive((all) => new Map(all).set(jobId, progress))
    if (before !== state) pages.reload()
  })
  return {
    rows: listed?.map((job) => ({ ...job, ...(job.endedAt === null ? live.get(job.id) : undefined) })),
    kinds: first?.kinds ?? [],
    ...pages,
  }
}
