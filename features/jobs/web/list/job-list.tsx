import { goTo } from '@qd/web-base'
import { FilterPicker, Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { ENDED_STATES, OPEN_STATES } from '../../contract/index.ts'
import type { JobState } from '../../contract/index.ts'
import { useJobsTexts } from '../texts.ts'
import { jobColumns } from './job-columns.tsx'
import styles from './job-list.module.css'
import { useJobList } from './use-job-list.ts'
import type { JobFilter } from './use-job-list.ts'

const NO_FILTER = { state: '', kind: '', owner: 'all' }
type Filter = typeof NO_FILTER
const STATES = [...OPEN_STATES, ...ENDED_STATES]

function filterOf({ state, kind, owner }: Filter): JobFilter {
  const isState = STATES.includes(state as JobState)
  return {
    owner: owner === 'mine' ? 'mine' : 'all',
    ...(isState ? { states: [state as JobState] } : {}),
    ...(kind === '' ? {} : { kind }),
  }
}

/** Everything that runs or ran, newest first. */
export function JobList(): ReactNode {
  const t = useJobsTexts()
  const [filter, change, clear] = useUrlFilter(NO_FILTER)
  const asked = useMemo(() => filterOf(filter), [filter])
  const { rows, kinds, error, loadMore, isLoadingMore, reload } = useJobList(asked)
  const columns = useMemo(() => jobColumns(t), [t])
  const choice = (key: 'state' | 'kind', label: string, options: { value: string; label: string }[]) => (
    <FilterPicker
      label={label}
      value={filter[key]}
      options={options}
      onChange={(value) => change({ [key]: value })}
    />
  )
  return (
    <Panel className={styles.list} title={t('title')} icon={<ListChecks size={15} aria-hidden />}>
      <DataTable
        name="jobs.list"
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={reload}
        isFiltered={filter.state !== '' || filter.kind !== '' || filter.owner !== 'all'}
        onClearFilter={clear}
        empty={<EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />}
        more={{ isLoading: isLoadingMore, ...(loadMore === undefined ? {} : { load: loadMore }) }}
        onSelect={({ id }) => goTo(`/jobs/${id}`)}
        onOpen={({ id }) => goTo(`/jobs/${id}`)}
        filters={
          <>
            <SegmentedControl
              label={t('filter.owner')}
              value={filter.owner === 'mine' ? 'mine' : 'all'}
              segments={[
                { value: 'all', label: t('filter.all') },
                { value: 'mine', label: t('filter.mine') },
              ]}
              onChange={(owner) => change({ owner })}
            />
            {choice(
              'state',
              t('column.state'),
              STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            )}
            {choice(
              'kind',
              t('column.kind'),
              kinds.map(({ kind, title }) => ({ value: kind, label: title })),
            )}
          </>
        }
      />
    </Panel>
  )
}
