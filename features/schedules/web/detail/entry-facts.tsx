import { EnvironmentTag, RecordFact, RecordFacts, RecordPart, Time } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { ScheduleDetail } from '../../contract/index.ts'
import { ownerText, placeText } from '../parts/place-text.ts'
import { useSchedulesTexts } from '../texts.ts'

/** What was asked for, by whom and where. */
export function EntryFacts({ entry }: { entry: ScheduleDetail }): ReactNode {
  const t = useSchedulesTexts()
  const { timing, facts } = entry
  return (
    <RecordPart>
      <RecordFacts>
        <RecordFact label={t('column.kind')}>{entry.kindTitle}</RecordFact>
        <RecordFact label={t('column.owner')}>{ownerText(entry, t)}</RecordFact>
        <RecordFact label={t('column.place')}>
          {entry.environment === null ? null : <EnvironmentTag environment={entry.environment} />}{' '}
          {placeText(entry, t)}
        </RecordFact>
        {facts.map(({ label, value }) => (
          <RecordFact key={label} label={label}>
            {value}
          </RecordFact>
        ))}
        <RecordFact label={t('form.overlap')}>{t(`form.overlaps.${timing.overlap}`)}</RecordFact>
        <RecordFact label={t('form.missed')}>{t(`form.misseds.${timing.missed}`)}</RecordFact>
        {entry.isSystem ? null : <RecordFact label={t('detail.reason')}>{entry.reason || '–'}</RecordFact>}
        <RecordFact label={t('detail.created')}>
          <Time at={entry.createdAt} />
        </RecordFact>
      </RecordFacts>
    </RecordPart>
  )
}
