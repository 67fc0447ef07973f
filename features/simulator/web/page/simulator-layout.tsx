import { useIsMobile, useMediaQuery } from '@qd/web-base'
import { IconButton, SegmentedControl, Splitter, Tag } from '@qd/web-controls'
import { useKeptFocus } from '@qd/web-frame'
import { Drawer } from 'antd'
import { ScanSearch } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './simulator-page.module.css'
import { SIZE_LIMITS, usePanelSizes } from './panel-sizes.ts'

export type SimulatorPart = 'messages' | 'compose' | 'timeline' | 'detail' | 'state'
const PARTS: readonly SimulatorPart[] = ['messages', 'compose', 'timeline', 'detail', 'state']

export interface LayoutProps {
  messages: ReactNode
  compose: ReactNode
  /** Both above each other. */
  left: ReactNode
  timeline: ReactNode
  detail: ReactNode
  state: ReactNode
  /** Changes of the player's state. */
  changes: number
  /** What is in view where there is room for one. */
  part: SimulatorPart
  onPart: (part: SimulatorPart) => void
  isDetailOpen: boolean
  onDetail: (isOpen: boolean) => void
}

/** Around panels whose parts come and go: the keyboard stays where it was. */
function Kept({ children }: { children: ReactNode }): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  return (
    <div ref={root} className={styles.kept}>
      {children}
    </div>
  )
}

function RightSide({ detail, state }: Pick<LayoutProps, 'detail' | 'state'>): ReactNode {
  const t = useSimulatorTexts()
  const { state: height, setSize } = usePanelSizes()
  return (
    <div className={styles.stack} style={{ gridTemplateRows: `minmax(0, 1fr) minmax(0, ${height}px)` }}>
      {detail}
      {state}
      <Splitter
        label={t('page.state.title')}
        side="bottom"
        size={height}
        {...SIZE_LIMITS.state}
        onResize={(to) => setSize({ state: to })}
      />
    </div>
  )
}

function Wide(props: LayoutProps): ReactNode {
  const t = useSimulatorTexts()
  const { left, right, setSize } = usePanelSizes()
  return (
    <div className={styles.wide} style={{ gridTemplateColumns: `${left}px minmax(0, 1fr) ${right}px` }}>
      {props.left}
      {props.timeline}
      <RightSide detail={props.detail} state={props.state} />
      <Splitter
        label={t('page.messages.title')}
        side="left"
        size={left}
        {...SIZE_LIMITS.left}
        onResize={(to) => setSize({ left: to })}
      />
      <Splitter
        label={t('page.detail.title')}
        side="right"
        size={right}
        {...SIZE_LIMITS.right}
        onResize={(to) => setSize({ right: to })}
      />
    </div>
  )
}

function WithDrawer(props: LayoutProps): ReactNode {
  const t = useSimulatorTexts()
  return (
    <div className={styles.medium}>
      {props.left}
      {props.timeline}
      <div className={styles.handle}>
        <IconButton label={t('page.detail.title')} onClick={() => props.onDetail(true)}>
          <ScanSearch size={15} aria-hidden />
        </IconButton>
        {props.changes === 0 ? null : <Tag>{props.changes}</Tag>}
      </div>
      <Drawer
        open={props.isDetailOpen}
        onClose={() => props.onDetail(false)}
        size={440}
        aria-label={t('page.detail.title')}
        styles={{ header: { display: 'none' }, body: { display: 'flex', padding: 12 } }}
      >
        <Kept>
          <RightSide detail={props.detail} state={props.state} />
        </Kept>
      </Drawer>
    </div>
  )
}

function Narrow(props: LayoutProps): ReactNode {
  const t = useSimulatorTexts()
  return (
    <div className={styles.narrow}>
      <SegmentedControl<SimulatorPart>
        label={t('page.title')}
        value={props.part}
        segments={PARTS.map((value) => ({ value, label: t(`page.part.${value}`) }))}
        onChange={props.onPart}
        isBlock
      />
      <div key={props.part} className={styles.part}>
        {props[props.part]}
      </div>
    </div>
  )
}

/** Messages, time line and detail side by side, or one after the other where there is no room. */
export function SimulatorLayout(props: LayoutProps): ReactNode {
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1440px)')
  const Layout = isMobile ? Narrow : isWide ? Wide : WithDrawer
  return (
    <Kept>
      <Layout {...props} />
    </Kept>
  )
}
