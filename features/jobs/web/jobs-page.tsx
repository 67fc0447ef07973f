import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { JobPage } from './detail/job-page.tsx'
import { JobList } from './list/job-list.tsx'

/** All jobs one may see, or one of them in full. */
export default function JobsPage(): ReactNode {
  const { jobId } = useParams()
  return jobId === undefined ? <JobList /> : <JobPage key={jobId} jobId={jobId} />
}
