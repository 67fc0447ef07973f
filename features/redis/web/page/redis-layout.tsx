import { useIsMobile } from '@qd/web-base'
import { SegmentedControl, Splitter } from '@qd/web-controls'
import { useKeptFocus } from '@qd/web-frame'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { fontStyle, useOwnFont } from '../settings/own-font.ts'
import { Zoomed } from '../settings/zoom.tsx'
import { useRedisTexts } from '../texts.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { SIZE_LIMITS, usePanelSizes } from './panel-sizes.ts'
import styles from './redis-page.module.css'
import { REDIS_VIEWS } from './redis-views.ts'
import { ViewTabs } from './view-tabs.tsx'

const PARTS = ['connections', 'keys', 'detail'] as const
export type RedisPart = (typeof PARTS)[number]

interface LayoutProps extends Record<RedisPart, ReactNode> {
  /** Takes the place of keys and key; null while those are in view. */
  view: ReactNode
  /** Below the page; null while nothing is. */
  dock: ReactNode
  /** What is in view where there is room for one. */
  part: RedisPart
  onPart: (part: RedisPart) => void
}

function Panels(props: LayoutProps): ReactNode {
  const t = useRedisTexts()
  const { connections, keys, setSize } = usePanelSizes()
  const isKeys = props.view === null
  return (
    <div className={styles.wide} style={{ gridTemplateColumns: `${connections}px minmax(0, 1fr)` }}>
      {props.connections}
      <div className={styles.right}>
        <ViewTabs />
        {/* Stays drawn: a scan and a tree that is open outlive a look at another view. */}
        <div
          className={styles.wide}
          style={{ gridTemplateColumns: `minmax(0, ${keys}px) minmax(280px, 1fr)` }}
          hidden={!isKeys}
        >
          <Zoomed>{props.keys}</Zoomed>
          <Zoomed>{props.detail}</Zoomed>
          <Splitter
            label={t('page.keys')}
            side="left"
            size={keys}
            {...SIZE_LIMITS.keys}
            onResize={(to) => setSize({ keys: to })}
          />
        </div>
        {isKeys ? null : <div className={styles.view}>{props.view}</div>}
      </div>
      <Splitter
        label={t('page.connections')}
        side="left"
        size={connections}
        {...SIZE_LIMITS.connections}
        onResize={(to) => setSize({ connections: to })}
      />
    </div>
  )
}

function Wide(props: LayoutProps): ReactNode {
  const t = useRedisTexts()
  const { dock, setSize } = usePanelSizes()
  const rows = props.dock === null ? 'minmax(0, 1fr)' : `minmax(0, 1fr) minmax(0, ${dock}px)`
  return (
    <div className={styles.wide} style={{ gridTemplateRows: rows }}>
      <Panels {...props} />
      {props.dock}
      {props.dock === null ? null : (
        <Splitter
          label={t('page.dock')}
          side="bottom"
          size={dock}
          {...SIZE_LIMITS.dock}
          onResize={(to) => setSize({ dock: to })}
        />
      )}
    </div>
  )
}

function Narrow(props: LayoutProps): ReactNode {
  const t = useRedisTexts()
  const shown = useWorkspace((workspace) => workspace.view)
  const view = REDIS_VIEWS.find(({ key }) => key === shown)
  const isKeys = props.view === null
  const isInView = (part: RedisPart): boolean =>
    part === props.part && props.dock === null && (part === 'connections' || isKeys)
  return (
    <div className={styles.narrow}>
      <SegmentedControl<RedisPart>
        label={t('page.title')}
        value={isKeys || props.part === 'connections' ? props.part : 'keys'}
        segments={
          isKeys || view === undefined
            ? PARTS.map((value) => ({ value, label: t(`page.${value}`) }))
            : [
                { value: 'connections', label: t('page.connections') },
                { value: 'keys', label: view.label(t) },
              ]
        }
        onChange={props.onPart}
        isBlock
      />
      <ViewTabs />
      {/* All stay drawn: a scan and a tree that is open outlive a look at another part. */}
      {PARTS.map((part) => (
        <div key={part} className={styles.part} hidden={!isInView(part)}>
          {part === 'connections' ? props[part] : <Zoomed>{props[part]}</Zoomed>}
        </div>
      ))}
      {props.view !== null && props.dock === null && props.part !== 'connections' ? (
        <div className={styles.part}>{props.view}</div>
      ) : null}
      {props.dock === null ? null : <div className={styles.part}>{props.dock}</div>}
    </div>
  )
}

/** Connections, keys and the key side by side, or one after the other where there is no room. */
export function RedisLayout(props: LayoutProps): ReactNode {
  const isMobile = useIsMobile()
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  const [font] = useOwnFont()
  return (
    <div ref={root} className={styles.page} style={fontStyle(font)}>
      {isMobile ? <Narrow {...props} /> : <Wide {...props} />}
    </div>
  )
}
