import { goTo } from '@qd/web-base'
import { scopePath } from '@qd/contract-kit'
import { useScope } from '@qd/web-calls'
import { FilterPicker, Panel, SegmentedControl } from '@qd/web-controls'
import type { PickerOption } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { scheduleState } from '../../contract/index.ts'
import type { ScheduleState } from '../../contract/index.ts'
import { useSchedulesTexts } from '../texts.ts'
import { entryColumns } from './entry-columns.tsx'
import styles from './entry-list.module.css'
import { useEntryList } from './use-entry-list.ts'
import type { EntryFilter } from './use-entry-list.ts'

const NO_FILTER = { state: '', owner: 'all', place: '' }
type Filter = typeof NO_FILTER
const OWNERS = ['all', 'mine', 'system'] as const

function filterOf({ state, owner, place }: Filter): EntryFilter {
  const isState = scheduleState.options.includes(state as ScheduleState)
  return {
    owner: OWNERS.find((each) => each === owner) ?? 'all',
    ...(isState ? { state: state as ScheduleState } : {}),
    ...(place === '' ? {} : { scope: place }),
  }
}

/** The chosen game and operator, and the operator's lines. */
function usePlaces(): PickerOption[] {
  const { game, partnerCode, games, operators, lines } = useScope()
  return useMemo(() => {
    const named = games.find(({ id }) => id === game)
    const operator = operators.find((each) => each.partnerCode === partnerCode)
    if (named === undefined) return []
    return [
      { value: scopePath({ game }), label: named.name },
      ...(operator === undefined
        ? []
        : [
            { value: scopePath({ game, operator: partnerCode }), label: operator.name },
            ...lines.map(({ lineId, name }) => ({
              value: scopePath({ game, operator: partnerCode, lineId }),
              label: `${operator.name} / ${name}`,
            })),
          ]),
    ]
  }, [game, partnerCode, games, operators, lines])
}

/** Everything that runs at set times, as far as one may see it. */
export function EntryList(): ReactNode {
  const t = useSchedulesTexts()
  const places = usePlaces()
  const [filter, change, clear] = useUrlFilter(NO_FILTER)
  const asked = useMemo(() => filterOf(filter), [filter])
  const { rows, error, loadMore, isLoadingMore, reload } = useEntryList(asked)
  const columns = useMemo(() => entryColumns(t), [t])
  return (
    <Panel className={styles.list} title={t('title')} icon={<CalendarClock size={15} aria-hidden />}>
      <DataTable
        name="schedules.list"
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={reload}
        isFiltered={filter.state !== '' || filter.place !== '' || filter.owner !== 'all'}
        onClearFilter={clear}
        empty={<EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />}
        more={{ isLoading: isLoadingMore, ...(loadMore === undefined ? {} : { load: loadMore }) }}
        onSelect={({ id }) => goTo(`/schedules/${encodeURIComponent(id)}`)}
        onOpen={({ id }) => goTo(`/schedules/${encodeURIComponent(id)}`)}
        filters={
          <>
            <SegmentedControl
              label={t('column.owner')}
              value={asked.owner}
              segments={OWNERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
              onChange={(owner) => change({ owner })}
            />
            <FilterPicker
              label={t('column.state')}
              value={filter.state}
              options={scheduleState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={(state) => change({ state })}
            />
            <FilterPicker
              label={t('column.place')}
              value={filter.place}
              options={places}
              onChange={(place) => change({ place })}
            />
          </>
        }
      />
    </Panel>
  )
}
