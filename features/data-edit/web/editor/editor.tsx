import { placeId } from '@qd/player-diff'
import { useIsMobile, useMediaQuery } from '@qd/web-base'
import { IconButton, SegmentedControl, Splitter, Tag } from '@qd/web-controls'
import { Drawer } from 'antd'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { viewOfAddress } from '../address/view-address.ts'
import { ModulePanel } from '../modules/module-panel.tsx'
import { ViewPanel } from '../modules/view-panel.tsx'
import { PendingPanel } from '../pending/pending-panel.tsx'
import { useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { MobileBar } from './mobile-bar.tsx'
import { WIDTH_LIMITS, usePanelWidths } from './panel-widths.ts'
import { ThirdPanel } from './third-panel.tsx'
import { TimelineDrawer } from './timeline-drawer.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import styles from './editor.module.css'

type Part = 'modules' | 'view' | 'pending'

function PendingHandle({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useEditTexts()
  const count = useSessionPart((session) => session.draft.changes.length)
  return (
    <div className={styles.handle}>
      <IconButton label={t('pending.open', { count })} onClick={onOpen}>
        <GitCompareArrows size={15} aria-hidden />
      </IconButton>
      {count === 0 ? null : <Tag tone="warn">{count}</Tag>}
    </div>
  )
}

function WithDrawer(): ReactNode {
  const t = useEditTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.medium}>
      <ModulePanel />
      <ViewPanel />
      <PendingHandle onOpen={() => setOpen(true)} />
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        size={360}
        aria-label={t('pending.title')}
        styles={{ header: { display: 'none' }, body: { display: 'flex', padding: 0 } }}
        rootClassName={styles.drawer}
      >
        <PendingPanel onClose={() => setOpen(false)} />
      </Drawer>
      <TimelineDrawer />
    </div>
  )
}

function Narrow(): ReactNode {
  const t = useEditTexts()
  const { search } = useLocation()
  const [part, setPart] = useState<Part>(viewOfAddress(search) === null ? 'modules' : 'view')
  const at = useSessionPart(({ diff, focus }) => `${diff} ${focus === null ? '' : placeId(focus)}`)
  const count = useSessionPart((session) => session.draft.changes.length)
  const [lastAt, setLastAt] = useState(at)
  if (at !== lastAt) {
    // Choosing a module or a field leads to it: there is only one panel in view.
    setLastAt(at)
    if (part === 'modules') setPart('view')
  }
  const focus = useSessionPart((session) => session.focus)
  const [lastFocus, setLastFocus] = useState(focus)
  if (focus !== lastFocus) {
    // So does whatever leads to a place: an entry of the time line, a pending change.
    setLastFocus(focus)
    if (focus !== null) setPart('view')
  }
  const segments = [
    { value: 'modules' as const, label: t('modules.title') },
    { value: 'view' as const, label: t('view.data') },
    {
      value: 'pending' as const,
      label: (
        <>
          {t('pending.title')} {count === 0 ? null : <Tag tone="warn">{count}</Tag>}
        </>
      ),
    },
  ]
  return (
    <div className={styles.narrow}>
      <SegmentedControl label={t('title')} value={part} segments={segments} onChange={setPart} isBlock />
      {part === 'modules' ? (
        <div
          className={styles.part}
          onClick={(event) => {
            if ((event.target as HTMLElement).closest('[data-module]')) setPart('view')
          }}
        >
          <ModulePanel />
        </div>
      ) : (
        <div className={styles.part}>{part === 'view' ? <ViewPanel /> : <PendingPanel />}</div>
      )}
      {part === 'pending' ? null : <MobileBar onReview={() => setPart('pending')} />}
      <TimelineDrawer />
    </div>
  )
}

function Wide(): ReactNode {
  const t = useEditTexts()
  const { modules, setWidth, ...widths } = usePanelWidths()
  const third = useSessionPart(({ history }) => (history === null ? 'pending' : 'timeline'))
  const width = widths[third]
  return (
    <div className={styles.wide} style={{ gridTemplateColumns: `${modules}px minmax(0, 1fr) ${width}px` }}>
      <ModulePanel />
      <ViewPanel />
      <ThirdPanel />
      <Splitter
        label={t('modules.title')}
        side="left"
        size={modules}
        {...WIDTH_LIMITS.modules}
        onResize={(to) => setWidth({ modules: to })}
      />
      <Splitter
        label={t(third === 'pending' ? 'pending.title' : 'history.title')}
        side="right"
        size={width}
        {...WIDTH_LIMITS[third]}
        onResize={(to) => setWidth({ [third]: to })}
      />
    </div>
  )
}

/** The three panels of the data editor, laid out for the width there is. */
export function Editor(): ReactNode {
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1440px)')
  useShortcuts()
  if (isMobile) return <Narrow />
  if (!isWide) return <WithDrawer />
  return <Wide />
}
