import { placeText } from '@qd/player-diff'
import { moduleLabel } from '@qd/protocol-model'
import { Tag, TimeRangePicker } from '@qd/web-controls'
import { Select } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Edit, TimelineKind, TimelineSummary } from '../../contract/index.ts'
import { BarToggle, ToolBar } from '../bar/tool-bar.tsx'
import { modulesOf } from '../model/module-list.ts'
import { useSessionPart } from '../state/editor-context.ts'
import type { HistoryView } from '../state/history-place.ts'
import { useEditTexts } from '../texts.ts'
import { KIND_ICONS } from './timeline-entry.tsx'
import { KINDS } from './use-timeline.ts'
import type { TimelineFilter } from './use-timeline.ts'
import styles from './timeline.module.css'

const STATUSES: readonly Edit['status'][] = ['applied', 'partly', 'refused', 'unknown', 'undone']

/** What the list is about when it is not about the whole player, and the way back to that. */
export function ViewMark({ view, onClear }: { view: HistoryView; onClear: () => void }): ReactNode {
  const t = useEditTexts()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const { place, entry } = view
  if (place === null && entry === undefined) return null
  return (
    <p className={styles.mark}>
      <Tag tone="theme">
        {place === null ? (
          t('timeline.only')
        ) : (
          <code>{placeText(place, protocol.diffInfos[place.diff]?.netKey ?? place.diff)}</code>
        )}
      </Tag>
      <button type="button" className={styles.clear} onClick={onClear}>
        <X size={12} aria-hidden /> {t('history.whole')}
      </button>
    </p>
  )
}

export interface FilterProps {
  filter: TimelineFilter
  /** Null before the first answer. */
  summary: TimelineSummary | null
  onFilter: (filter: TimelineFilter) => void
}

function KindChip({ kind, filter, summary, onFilter }: FilterProps & { kind: TimelineKind }): ReactNode {
  const t = useEditTexts()
  const Icon = KIND_ICONS[kind]
  const isOn = filter.kinds.includes(kind)
  const toggle = (): void =>
    onFilter({
      ...filter,
      kinds: KINDS.filter((each) => (each === kind ? !isOn : filter.kinds.includes(each))),
    })
  return (
    <BarToggle isOn={isOn} onToggle={toggle}>
      <Icon size={12} aria-hidden />
      {t(`timeline.kind.${kind}`)} {summary === null ? null : <span>{summary.counts[kind]}</span>}
    </BarToggle>
  )
}

/** Kinds by number, switched on and off, and whose entries are shown. */
export function KindChips(props: FilterProps): ReactNode {
  const t = useEditTexts()
  const { filter, summary, onFilter } = props
  return (
    <ToolBar isWide label={t('timeline.kinds')}>
      {KINDS.map((kind) => (
        <KindChip key={kind} kind={kind} {...props} />
      ))}
      <Select
        className={styles.people}
        size="small"
        variant="borderless"
        aria-label={t('latest.owner')}
        value={filter.actorId ?? ''}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('latest.all') },
          ...(summary?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id: string) => onFilter({ ...filter, actorId: id === '' ? undefined : id })}
      />
    </ToolBar>
  )
}

/** Narrows by module, outcome and a time of one's own. */
export function MoreFilters({ filter, onFilter }: Omit<FilterProps, 'summary'>): ReactNode {
  const t = useEditTexts()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return (
    <div className={styles.filter} role="search" aria-label={t('history.filter')}>
      <Select
        allowClear
        size="small"
        aria-label={t('modules.title')}
        placeholder={t('history.anyModule')}
        showSearch={{ optionFilterProp: 'label' }}
        value={filter.diff}
        options={modulesOf(protocol).map((info) => ({
          value: info.name,
          label: `${moduleLabel(protocol, info)} ${info.netKey}`,
        }))}
        onChange={(diff?: string) => onFilter({ ...filter, diff })}
      />
      <Select
        allowClear
        size="small"
        aria-label={t('history.outcome')}
        placeholder={t('history.anyOutcome')}
        value={filter.status}
        options={STATUSES.map((status) => ({ value: status, label: t(`history.status.${status}`) }))}
        onChange={(status?: Edit['status']) => onFilter({ ...filter, status })}
      />
      <TimeRangePicker
        label={t('history.time')}
        value={{ from: filter.fromMs ?? null, to: filter.toMs ?? null }}
        onChange={({ from, to }) =>
          onFilter({
            ...filter,
            period: from === null && to === null ? 'all' : 'own',
            fromMs: from ?? undefined,
            toMs: to ?? undefined,
          })
        }
      />
    </div>
  )
}

/** Whether anything but the period is narrowed. */
export function isNarrowed({ kinds, diff, actorId, status }: TimelineFilter): boolean {
  return kinds.length < KINDS.length || diff !== undefined || actorId !== undefined || status !== undefined
}
