import { formatInstant } from '@qd/web-base'
import { EnvironmentTag, Time } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { ScheduleView } from '../../contract/index.ts'
import { ownerText, placeText } from '../parts/place-text.ts'
import { hasZone, ruleText } from '../parts/rule-text.ts'
import { RunTag, StateTag } from '../parts/state-tags.tsx'
import type { SchedulesTexts } from '../texts.ts'
import styles from './entry-list.module.css'

const wholeRule = (t: SchedulesTexts, { timing }: ScheduleView): string =>
  hasZone(timing.rule) ? `${ruleText(t, timing)} · ${timing.zone}` : ruleText(t, timing)

/** Columns of the list, in the reader's words. */
export function entryColumns(t: SchedulesTexts): DataColumn<ScheduleView>[] {
  return [
    {
      key: 'name',
      title: t('column.name'),
      width: 210,
      isGrowing: true,
      render: ({ name, kindTitle }) => (
        <span className={styles.pair} title={`${kindTitle} · ${name}`}>
          <strong>{name}</strong>
          {name === kindTitle ? null : <span>{kindTitle}</span>}
        </span>
      ),
      text: ({ name }) => name,
    },
    {
      key: 'next',
      title: t('column.next'),
      holds: 'time',
      render: ({ nextAt }) => <Time at={nextAt} />,
      text: ({ nextAt }) => (nextAt === null ? '' : formatInstant(nextAt)),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 110,
      render: ({ state }) => <StateTag state={state} />,
      text: ({ state }) => t(`state.${state}`),
    },
    {
      key: 'rule',
      title: t('column.rule'),
      width: 260,
      render: (entry) => <span title={wholeRule(t, entry)}>{wholeRule(t, entry)}</span>,
      text: (entry) => wholeRule(t, entry),
    },
    {
      key: 'last',
      title: t('column.last'),
      width: 250,
      render: ({ lastRun }) =>
        lastRun === null ? (
          '–'
        ) : (
          <span className={styles.pair}>
            <RunTag state={lastRun.state} />
            <Time at={lastRun.startedAt ?? lastRun.dueAt} />
          </span>
        ),
      text: ({ lastRun }) => (lastRun === null ? '' : t(`run.${lastRun.state}`)),
    },
    {
      key: 'owner',
      title: t('column.owner'),
      width: 124,
      render: (entry) => ownerText(entry, t),
      text: (entry) => ownerText(entry, t),
    },
    {
      key: 'place',
      title: t('column.place'),
      width: 230,
      render: (entry) => (
        <span className={styles.pair} title={placeText(entry, t)}>
          {entry.environment === null ? null : <EnvironmentTag environment={entry.environment} />}
          <span>{placeText(entry, t)}</span>
        </span>
      ),
      text: (entry) => placeText(entry, t),
    },
  ]
}
