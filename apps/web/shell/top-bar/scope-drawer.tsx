import { ScopeBar, UIdBox } from '@qd/scope/web'
import { useTexts } from '@qd/web-base'
import { Slot } from '@qd/web-frame'
import { Drawer } from 'antd'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import '../../boot/texts.ts'
import { MenuBar } from '../menu/menu-bar.tsx'
import styles from './scope-drawer.module.css'

/** Selection, uId box and menu on narrow screens; closes when the page changes. */
export default function ScopeDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  const { key } = useLocation()
  const firstKey = useRef(key)
  useEffect(() => {
    if (key !== firstKey.current) onClose()
  }, [key, onClose])
  return (
    <Drawer open placement="left" size="min(340px, 88vw)" title="Quarterdeck" onClose={onClose}>
      <div className={styles.content}>
        <UIdBox isBlock onDone={onClose} />
        <Slot name="topBar" />
        <section aria-label={t('nav.menu')}>
          <MenuBar isBlock onPick={onClose} />
        </section>
        <ScopeBar isBlock />
      </div>
    </Drawer>
  )
}
