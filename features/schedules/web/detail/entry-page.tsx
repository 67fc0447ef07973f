import { useCall } from '@qd/web-calls'
import { LoadingRows, Panel, RecordColumns, RecordNote, RecordPart, ZoneNote } from '@qd/web-controls'
import { ErrorState, useTabName } from '@qd/web-frame'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { scheduleGet } from '../../contract/index.ts'
import type { ScheduleDetail } from '../../contract/index.ts'
import { EntryTime } from '../parts/entry-time.tsx'
import { hasZone, ruleText } from '../parts/rule-text.ts'
import { StateTag } from '../parts/state-tags.tsx'
import { useSchedulesTexts } from '../texts.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryFacts } from './entry-facts.tsx'
import styles from './entry-page.module.css'
import { EntryRuns } from './entry-runs.tsx'

/** Runs come and go by themselves. */
const LOOK_AGAIN_MS = 3_000

/** Why the program stopped it, and what helps. */
function Stopped({ entry }: { entry: ScheduleDetail }): ReactNode {
  const t = useSchedulesTexts()
  if (entry.state !== 'stopped') return null
  return (
    <RecordNote tone="err">
      {entry.fault} {entry.why === '' ? null : t(`why.${entry.why}`)}
    </RecordNote>
  )
}

function WhenDue({ entry }: { entry: ScheduleDetail }): ReactNode {
  const t = useSchedulesTexts()
  const { timing, upcoming } = entry
  return (
    <RecordPart>
      <p className={styles.rule}>
        <strong>{ruleText(t, timing)}</strong>
        {hasZone(timing.rule) ? <span> {timing.zone}</span> : null}
      </p>
      <h3>{t('detail.upcoming')}</h3>
      {upcoming.length === 0 ? (
        <p className={styles.none}>{t('detail.noneUpcoming')}</p>
      ) : (
        <ul className={styles.times}>
          {upcoming.map((at) => (
            <li key={at}>
              <EntryTime at={at} zone={timing.zone} />
            </li>
          ))}
        </ul>
      )}
    </RecordPart>
  )
}

/** One entry: when it is due, in whose name, and what came of its runs. */
export function EntryPage({ scheduleId }: { scheduleId: string }): ReactNode {
  const t = useSchedulesTexts()
  const query = useCall(
    scheduleGet,
    { body: { scheduleId } },
    { tag: 'schedules:detail.title', told: 'inline', refetchIntervalMs: LOOK_AGAIN_MS },
  )
  const entry = query.data
  useTabName(entry?.name ?? '')
  const reload = () => void query.refetch()
  if (entry === undefined) {
    return (
      <Panel title={t('detail.title')} icon={<CalendarClock size={15} aria-hidden />}>
        {query.error ? <ErrorState error={query.error} onRetry={reload} /> : <LoadingRows rows={8} />}
      </Panel>
    )
  }
  return (
    <RecordColumns>
      <Panel
        title={entry.name}
        icon={<CalendarClock size={15} aria-hidden />}
        actions={<StateTag state={entry.state} />}
        status={<ZoneNote />}
      >
        <Stopped entry={entry} />
        <EntryActions entry={entry} onDone={reload} />
        <WhenDue entry={entry} />
        <EntryFacts entry={entry} />
      </Panel>
      <EntryRuns entry={entry} />
    </RecordColumns>
  )
}
