import { formatInstant, formatQuantity } from '@qd/web-base'
import { EnvironmentTag, Time } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { JobView } from '../../contract/index.ts'
import { percentOf } from '../parts/counts.ts'
import { placeText } from '../parts/place-text.ts'
import { ShortId } from '../parts/short-id.tsx'
import { Progress } from '../parts/progress.tsx'
import { StateTag } from '../parts/state-tag.tsx'
import type { JobsTexts } from '../texts.ts'
import styles from './job-list.module.css'

/** Columns of the list, in the reader's words. */
export function jobColumns(t: JobsTexts): DataColumn<JobView>[] {
  const placeOf = (job: JobView) => placeText(job, t('everywhere'))
  return [
    {
      key: 'name',
      title: t('column.name'),
      width: 300,
      isGrowing: true,
      render: (job) => (
        <span className={styles.name} title={`${job.kindTitle} · ${job.name}`}>
          <strong>{job.name}</strong>
          <ShortId id={job.id} />
          <span>{job.kindTitle}</span>
        </span>
      ),
      text: ({ name }) => name,
    },
    {
      key: 'kind',
      title: t('column.kind'),
      holds: 'name',
      isHidden: true,
      render: ({ kindTitle }) => kindTitle,
      text: ({ kindTitle }) => kindTitle,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 130,
      render: (job) => <StateTag job={job} />,
      text: ({ state }) => t(`state.${state}`),
    },
    {
      key: 'progress',
      title: t('column.progress'),
      width: 180,
      render: ({ counters }) => <Progress counters={counters} />,
      text: ({ counters }) => `${percentOf(counters)}%`,
    },
    {
      key: 'rows',
      title: t('column.rows'),
      holds: 'number',
      align: 'right',
      render: ({ counters }) => formatQuantity(counters.total),
      text: ({ counters }) => String(counters.total),
    },
    {
      key: 'failed',
      title: t('row.failed'),
      holds: 'number',
      align: 'right',
      render: ({ counters }) => (
        <span data-bad={counters.failed > 0} className={styles.failed}>
          {formatQuantity(counters.failed)}
        </span>
      ),
      text: ({ counters }) => String(counters.failed),
    },
    {
      key: 'owner',
      title: t('column.owner'),
      width: 124,
      render: ({ owner }) => owner,
      text: ({ owner }) => owner,
    },
    {
      key: 'place',
      title: t('column.place'),
      width: 260,
      render: (job) => (
        <span className={styles.place} title={placeOf(job)}>
          {job.environment === null ? null : <EnvironmentTag environment={job.environment} />}
          <span>{placeOf(job)}</span>
        </span>
      ),
      text: placeOf,
    },
    {
      key: 'created',
      title: t('column.created'),
      holds: 'time',
      render: ({ createdAt }) => <Time at={createdAt} />,
      text: ({ createdAt }) => formatInstant(createdAt),
    },
  ]
}
