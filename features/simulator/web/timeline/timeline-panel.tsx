import type { ProtoSchema } from '@qd/proto-wire'
import { useMediaQuery, useTimeZone } from '@qd/web-base'
import { IconButton, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, useShortcut } from '@qd/web-frame'
import { Button } from 'antd'
import { ArrowDownToLine, Cable, Eye, EyeOff, ListFilter, Pause, Play } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ConnectionBanner } from '../connections/connection-banner.tsx'
import { ConnectionMenu } from '../connections/connection-menu.tsx'
import { ConnectionSteps } from '../connections/connection-steps.tsx'
import {
  askConnection,
  patchConnection,
  rowsOf,
  selectFrame,
  useActiveConnection,
} from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import { ConnectionTabs } from '../connections/connection-tabs.tsx'
import { needRows } from '../connections/need-rows.ts'
import { useAsk } from '../connections/use-ask.ts'
import { RecordButton } from '../record/record-button.tsx'
import { useSimulatorTexts } from '../texts.ts'
import { FilterBox } from './filter-box.tsx'
import { frameColumns } from './frame-columns.tsx'
import { FrameTable } from './frame-table.tsx'
import { TimelineStatus } from './timeline-status.tsx'
import styles from './timeline-panel.module.css'
import { useFilter } from './use-filter.ts'
import { useRevealed } from './use-revealed.ts'

export interface TimelinePanelProps {
  /** Reads the bodies of frames. */
  schema: ProtoSchema | null
  onNew: () => void
  /** Enter or a double click on a frame. */
  onOpenFrame: () => void
}

/** What a phone has room for; the detail says the rest. */
const PHONE_COLUMNS: ReadonlySet<string> = new Set(['time', 'direction', 'cmd', 'message', 'status'])

/** What stands for rows while there are none. */
function NoRows({ connection, onNew }: { connection: Connection | null; onNew: () => void }): ReactNode {
  const t = useSimulatorTexts()
  if (connection === null) {
    return (
      <EmptyState
        icon={<Cable />}
        title={t('page.empty.connections')}
        hint={t('page.empty.connectionsHint')}
        action={
          <Button type="primary" onClick={onNew}>
            {t('page.connect.title')}
          </Button>
        }
      />
    )
  }
  const { view, refusal, timeline, counts } = connection
  if (refusal !== null) return null
  if (view === null) return <LoadingRows rows={6} />
  if (view.phase === 'connecting' || counts.frames === 0) return <ConnectionSteps steps={view.steps} />
  if (!timeline.isDone) return <LoadingRows rows={6} />
  return <EmptyState icon={<ListFilter />} title={t('page.empty.filtered')} />
}

function Actions({ connection }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const ask = useAsk()
  const { key, view, hidesHeartbeats } = connection
  const isPaused = view?.isPaused === true
  return (
    <>
      <IconButton
        isSmall
        label={t('page.hideHeartbeats')}
        aria-pressed={hidesHeartbeats}
        onClick={() => patchConnection(key, { hidesHeartbeats: !hidesHeartbeats })}
      >
        {hidesHeartbeats ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
      </IconButton>
      <IconButton
        isSmall
        label={t(isPaused ? 'page.resume' : 'page.pause')}
        aria-pressed={isPaused}
        disabled={view === null}
        onClick={() => void ask(() => askConnection(key, 'pause', { isPaused: !isPaused }))}
      >
        {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      </IconButton>
    </>
  )
}

/** Keys of the table that belong to the frame chosen. */
function useFrameKeys(connection: Connection | null) {
  const ask = useAsk()
  return (event: { key: string; ctrlKey: boolean; metaKey: boolean; preventDefault: () => void }): void => {
    const n = connection?.selected
    if (connection === null || n === null || n === undefined || event.ctrlKey || event.metaKey) return
    const frame = rowsOf(connection.key).frame(n)
    if (event.key === 'p' && frame !== undefined) {
      event.preventDefault()
      void ask(() => askConnection(connection.key, 'pin', { n, isPinned: !frame.isPinned }))
    }
    if (event.key === 'g' && frame?.pair !== undefined) {
      event.preventDefault()
      selectFrame(connection.key, frame.pair)
    }
    if (event.key === 'c') {
      event.preventDefault()
      patchConnection(connection.key, { comparedWith: connection.comparedWith === n ? null : n })
    }
  }
}

function Frames({
  connection,
  onNew,
  onOpenFrame,
}: Pick<TimelinePanelProps, 'onNew' | 'onOpenFrame'> & { connection: Connection | null }) {
  const t = useSimulatorTexts()
  const { minutesAt } = useTimeZone()
  const [isFollowing, setFollowing] = useState(true)
  const isPhone = useMediaQuery('(max-width: 480px)')
  const columns = useMemo(() => {
    const all = frameColumns(t, minutesAt)
    return isPhone ? all.filter(({ key: name }) => PHONE_COLUMNS.has(name)) : all
  }, [t, minutesAt, isPhone])
  const onKeyDown = useFrameKeys(connection)
  const key = connection?.key ?? ''
  const onNeed = useCallback((first: number, last: number) => void needRows(key, first, last), [key])
  const rows = rowsOf(key)
  const selected = connection?.selected ?? null
  const chosen = selected === null ? undefined : rows.rowOf(selected)
  const count = connection?.timeline.shown ?? 0
  const revealed = useRevealed(key, selected)
  return (
    <div className={styles.frames}>
      <FrameTable
        key={key}
        label={t('page.timeline')}
        columns={columns}
        count={count}
        rowAt={(row) => rows.at(row)}
        onNeed={onNeed}
        chosen={chosen ?? -1}
        revealed={revealed}
        pair={selected === null ? undefined : rows.frame(selected)?.pair}
        onChoose={(row) => {
          const frame = rows.at(row)
          if (frame !== undefined) selectFrame(key, frame.n)
        }}
        onActivate={onOpenFrame}
        onKeyDown={onKeyDown}
        isFollowing={isFollowing}
        onFollow={setFollowing}
        empty={<NoRows connection={connection} onNew={onNew} />}
      />
      {isFollowing || count === 0 ? null : (
        <Button
          size="small"
          className={styles.toEnd}
          icon={<ArrowDownToLine size={13} aria-hidden />}
          onClick={() => setFollowing(true)}
        >
          {t('page.toEnd', { count })}
        </Button>
      )}
    </div>
  )
}

/** Connections in the head, their frames below: live, filtered, paired. */
export function TimelinePanel(props: TimelinePanelProps): ReactNode {
  const t = useSimulatorTexts()
  const connection = useActiveConnection()
  const filterBox = useRef<HTMLInputElement>(null)
  const { fault, setFilter } = useFilter(connection)
  useShortcut('mod+shift+f', () => filterBox.current?.focus(), {
    label: t('page.keys.filter'),
    group: t('page.title'),
  })
  return (
    <Panel
      label={t('page.timeline')}
      status={connection === null ? undefined : <TimelineStatus connection={connection} />}
      className={styles.panel}
    >
      <div className={styles.whole}>
        <div className={styles.head}>
          <ConnectionTabs onNew={props.onNew} />
          {connection === null ? null : (
            <div className={styles.actions}>
              <ConnectionMenu connection={connection} schema={props.schema} />
              <RecordButton connection={connection} schema={props.schema} />
              <Actions connection={connection} />
              <FilterBox value={connection.filter} fault={fault} onChange={setFilter} inputRef={filterBox} />
            </div>
          )}
        </div>
        {connection === null ? null : <ConnectionBanner connection={connection} />}
        <Frames {...props} connection={connection} />
      </div>
    </Panel>
  )
}
