import { placeId } from '@qd/player-diff'
import { IconButton, Kbd, Panel, Tag, ZoneNote } from '@qd/web-controls'
import { Select } from 'antd'
import { History, ListChecks, ListFilter, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { TimelineSummary } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { WHOLE_HISTORY } from '../state/history-place.ts'
import type { HistoryView } from '../state/history-place.ts'
import { useEditTexts } from '../texts.ts'
import { TimelineBody } from './timeline-body.tsx'
import { KindChips, MoreFilters, ViewMark } from './timeline-filter.tsx'
import { TimelineExport } from './timeline-export.tsx'
import { PERIODS, askedOf, startFilter, timesOf, useTimeline } from './use-timeline.ts'
import type { Period, TimelineFilter } from './use-timeline.ts'
import styles from './timeline.module.css'

interface HeadProps {
  filter: TimelineFilter
  onFilter: (filter: TimelineFilter) => void
}

function PeriodChoice({ filter, onFilter }: HeadProps): ReactNode {
  const t = useEditTexts()
  // A time of one's own is typed below; it is not chosen here.
  const offered = PERIODS.filter((period) => period !== 'own' || filter.period === 'own')
  return (
    <Select<Period>
      size="small"
      variant="borderless"
      aria-label={t('timeline.period.label')}
      value={filter.period}
      popupMatchSelectWidth={false}
      options={offered.map((period) => ({ value: period, label: t(`timeline.period.${period}`) }))}
      onChange={(period) => {
        if (period !== 'own') onFilter({ ...filter, ...timesOf(period) })
      }}
    />
  )
}

/** Edits of unknown outcome in the period: pressed, only they are listed. */
function UnknownMark({ filter, onFilter, count }: HeadProps & { count: number }): ReactNode {
  const t = useEditTexts()
  const isOn = filter.status === 'unknown'
  if (count === 0 && !isOn) return null
  return (
    <button
      type="button"
      className={styles.unknownMark}
      aria-pressed={isOn}
      onClick={() => onFilter({ ...filter, status: isOn ? undefined : 'unknown' })}
    >
      <Tag tone="warn">{t('timeline.someUnknown', { count })}</Tag>
    </button>
  )
}

function Status({ filter, summary }: { filter: TimelineFilter; summary: TimelineSummary | null }): ReactNode {
  const t = useEditTexts()
  const { canUndo } = useEditorPlace()
  const counts = summary?.counts
  const count = filter.kinds.reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0)
  return (
    <>
      {counts === undefined ? null : (
        <span>
          {t(`timeline.period.${filter.period}`)} {t('timeline.count', { count })}
        </span>
      )}
      <ZoneNote />
      <span className={styles.keys}>
        <Kbd>J</Kbd> <Kbd>K</Kbd> {t('timeline.move')}{' '}
        {canUndo ? (
          <>
            <Kbd>Z</Kbd> {t('undo.action')}
          </>
        ) : null}
      </span>
    </>
  )
}

export interface TimelinePanelProps {
  view: HistoryView
  /** Switch between this panel and another in its place. */
  tabs?: ReactNode
  /** The editor is beside it. */
  isBeside: boolean
}

function Timeline({ view, tabs, isBeside }: TimelinePanelProps): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const [filter, setFilter] = useState(() => startFilter(view.place))
  const [isFiltering, setFiltering] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const timeline = useTimeline(view, filter)
  const summary = timeline.data?.pages[0]?.summary ?? null
  const names = useMemo(() => new Map((summary?.people ?? []).map(({ id, name }) => [id, name])), [summary])
  const isWhole = view.place === null && view.entry === undefined
  const close = (): void => useEditor.getState().patch(place.player, { history: null })
  const showWhole = (): void => useEditor.getState().patch(place.player, { history: WHOLE_HISTORY })
  return (
    <Panel
      className={styles.panel}
      label={t('history.title')}
      title={tabs ?? t('history.title')}
      icon={tabs === undefined ? <History size={15} aria-hidden /> : undefined}
      count={
        <UnknownMark filter={filter} onFilter={setFilter} count={isWhole ? (summary?.unknown ?? 0) : 0} />
      }
      actions={
        <>
          {isWhole ? <PeriodChoice filter={filter} onFilter={setFilter} /> : null}
          {isWhole ? (
            <IconButton
              label={t('history.filter')}
              aria-pressed={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            >
              <ListFilter size={15} aria-hidden />
            </IconButton>
          ) : null}
          {isWhole && place.canUndo ? (
            <IconButton
              label={t('timeline.pickMany')}
              aria-pressed={isPicking}
              onClick={() => setPicking(!isPicking)}
            >
              <ListChecks size={15} aria-hidden />
            </IconButton>
          ) : null}
          {view.entry === undefined && filter.kinds.length > 0 ? (
            <TimelineExport asked={askedOf(view, filter)} />
          ) : null}
          <IconButton label={t('banner.close')} onClick={close}>
            <X size={15} aria-hidden />
          </IconButton>
        </>
      }
      status={<Status filter={filter} summary={summary} />}
    >
      <div className={styles.scroll}>
        <ViewMark view={view} onClear={showWhole} />
        {isWhole ? <KindChips filter={filter} summary={summary} onFilter={setFilter} /> : null}
        {isWhole && (isFiltering || filter.period === 'own') ? (
          <MoreFilters filter={filter} onFilter={setFilter} />
        ) : null}
        <TimelineBody
          timeline={timeline}
          view={view}
          filter={filter}
          onFilter={setFilter}
          names={names}
          isPicking={isPicking && isWhole}
          isBeside={isBeside}
          onLeave={isBeside ? undefined : close}
        />
      </div>
    </Panel>
  )
}

/** All that was done to this player through the console, newest first; or at one place of their data. */
export function TimelinePanel(props: TimelinePanelProps): ReactNode {
  const { place, entry = '' } = props.view
  return <Timeline key={place === null ? entry : placeId(place)} {...props} />
}
