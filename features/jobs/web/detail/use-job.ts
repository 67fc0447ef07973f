import { queryClient, queryKeyOf, useCall, useLive } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { useRef, useState } from 'react'
import { jobGet, jobRows, jobsChannel } from '../../contract/index.ts'
import type { JobDetail, JobView } from '../../contract/index.ts'
import { workedOf } from '../parts/counts.ts'

/** The rate is that of the last ten seconds. */
const SAMPLED_MS = 10_000

/** Rows in view are read again so often while they are worked on. */
const ROWS_MS = 2_000

interface Sample {
  atMs: number
  worked: number
}

type Progress = Pick<JobView, 'state' | 'why' | 'counters' | 'isPreparing' | 'stage'>

export interface LiveJob {
  job: JobDetail | undefined
  error: CallError | null
  /** Rows a second; null while nothing can be said. */
  rate: number | null
  reload: () => void
}

function rateOf(samples: readonly Sample[]): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < 500) return null
  return ((last.worked - first.worked) * 1_000) / (last.atMs - first.atMs)
}

/** One job as it stands, with what comes in of its progress. */
export function useJob(jobId: string): LiveJob {
  const [live, setLive] = useState<Progress | null>(null)
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const rowsAtMs = useRef(0)
  const query = useCall(jobGet, { body: { jobId } }, { tag: 'jobs:detail.title', told: 'inline' })
  const reload = () => {
    // A first answer under way may be older than the news, and counts as the one asked for: ask again after it.
    const isFirst = query.data === undefined
    void query.refetch().then(() => (isFirst ? query.refetch() : undefined))
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(jobRows) })
  }
  const followRows = (atMs: number) => {
    if (atMs - rowsAtMs.current < ROWS_MS) return
    rowsAtMs.current = atMs
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(jobRows) })
  }
  useLive(jobsChannel, { jobId }, ({ state, why, counters, isPreparing, stage }) => {
    const atMs = performance.now()
    setSamples((all) => [
      ...(state === 'running' ? all.filter((sample) => atMs - sample.atMs < SAMPLED_MS) : []),
      { atMs, worked: workedOf(counters) },
    ])
    const before = live ?? query.data
    setLive({ state, why, counters, isPreparing, stage })
    const isSame = before?.state === state && before.isPreparing === isPreparing && before.stage === stage
    if (isSame) followRows(atMs)
    else reload()
  })
  const job = query.data === undefined ? undefined : { ...query.data, ...live }
  const reloadWhole = () => {
    setLive(null)
    reload()
  }
  const rate = job?.state === 'running' ? rateOf(samples) : null
  return { job, error: query.error, rate, reload: reloadWhole }
}
