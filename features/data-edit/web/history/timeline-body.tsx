import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { HistoryView } from '../state/history-place.ts'
import { useEditTexts } from '../texts.ts'
import { isNarrowed } from './timeline-filter.tsx'
import { TimelineList } from './timeline-list.tsx'
import type { TimelineListProps } from './timeline-list.tsx'
import { startFilter, timesOf } from './use-timeline.ts'
import type { TimelineFilter, useTimeline } from './use-timeline.ts'
import styles from './timeline.module.css'

export interface TimelineBodyProps extends Pick<
  TimelineListProps,
  'names' | 'isPicking' | 'isBeside' | 'onLeave'
> {
  timeline: ReturnType<typeof useTimeline>
  view: HistoryView
  filter: TimelineFilter
  onFilter: (filter: TimelineFilter) => void
}

/** Why there is nothing, and the way to something. */
function Nothing({
  view,
  filter,
  onFilter,
}: Pick<TimelineBodyProps, 'view' | 'filter' | 'onFilter'>): ReactNode {
  const t = useEditTexts()
  if (view.entry !== undefined) return <EmptyState title={t('timeline.gone')} />
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        title={t('history.filtered')}
        action={<Button onClick={() => onFilter(startFilter(view.place))}>{t('history.clear')}</Button>}
      />
    )
  }
  if (filter.period !== 'all') {
    return (
      <EmptyState
        title={t('timeline.noneInPeriod')}
        action={
          <Button onClick={() => onFilter({ ...filter, ...timesOf('all') })}>
            {t('timeline.period.all')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t(view.place === null ? 'history.none' : 'history.ofPlace')}
      hint={t('history.noneHint')}
    />
  )
}

/** The entries, or why there are none. */
export function TimelineBody(props: TimelineBodyProps): ReactNode {
  const t = useEditTexts()
  const { timeline, view, filter } = props
  const isAsked = view.entry !== undefined || filter.kinds.length > 0
  if (!isAsked) return <Nothing {...props} />
  if (timeline.data === undefined) {
    if (timeline.isError) return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
    return <LoadingRows rows={6} rowHeight={84} />
  }
  const entries = timeline.data.pages.flatMap((page) => page.list)
  if (entries.length === 0 && !timeline.hasNextPage) return <Nothing {...props} />
  return (
    <>
      <TimelineList
        entries={entries}
        names={props.names}
        at={view.place}
        first={view.entry === undefined ? undefined : entries[0]?.id}
        isPicking={props.isPicking}
        isBeside={props.isBeside}
        hasMore={timeline.hasNextPage}
        onLeave={props.onLeave}
      />
      {timeline.hasNextPage ? (
        <div className={styles.more}>
          <Button loading={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
            {t('history.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
