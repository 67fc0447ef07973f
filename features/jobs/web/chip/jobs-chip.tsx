import { goTo, useSession } from '@qd/web-base'
import { useCall, useLive } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { ListChecks } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { ENDED_STATES, OPEN_STATES, jobList, jobsChannel } from '../../contract/index.ts'
import type { JobState } from '../../contract/index.ts'
import { useJobsTexts } from '../texts.ts'
import styles from './jobs-chip.module.css'

const OPEN = { body: { owner: 'mine' as const, states: [...OPEN_STATES], limit: 100 } }

/** How many own jobs run or wait, and the way to them; tells when one has ended. Not there without any. */
export function JobsChip(): ReactNode {
  const t = useJobsTexts()
  const isSignedIn = useSession((state) => state.token !== '')
  const query = useCall(jobList, isSignedIn ? OPEN : null, {
    tag: 'jobs:title',
    told: { quiet: 'nobody asked; the list of jobs tells its own failure' },
  })
  const told = useRef(new Map<string, JobState>())
  useLive(jobsChannel, isSignedIn ? {} : null, ({ jobId, name, state, isMine }) => {
    const before = told.current.get(jobId)
    told.current.set(jobId, state)
    if (!isMine || before === state) return
    // The list has the title in the reader's language, the news only in that of whoever started the job.
    const title = query.data?.list.find(({ id }) => id === jobId)?.name ?? name
    void query.refetch()
    if (!ENDED_STATES.includes(state)) return
    const text = t('ended', { name: title, state: t(`state.${state}`) })
    // It happened elsewhere: it is told in the corner, and stays among the notifications.
    toast.passing(text)
  })
  const jobs = query.data?.list ?? []
  if (jobs.length === 0) return null
  const isStill = jobs.every(({ state }) => state === 'paused')
  return (
    <button
      type="button"
      className={styles.chip}
      data-still={isStill}
      title={t('chip', { jobs: jobs.length })}
      aria-label={t('chip', { jobs: jobs.length })}
      onClick={() => goTo(jobs.length === 1 ? `/jobs/${jobs[0]!.id}` : '/jobs?owner=mine')}
    >
      <ListChecks size={15} aria-hidden />
      {jobs.length}
    </button>
  )
}
