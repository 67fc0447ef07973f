import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { EntryPage } from './detail/entry-page.tsx'
import { EntryList } from './list/entry-list.tsx'

/** All entries one may see, or one of them in full. */
export default function SchedulesPage(): ReactNode {
  const { scheduleId } = useParams()
  return scheduleId === undefined ? <EntryList /> : <EntryPage key={scheduleId} scheduleId={scheduleId} />
}
