import { Button, Drawer } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAuditTexts } from '../texts.ts'
import { NO_FILTER, countParts } from './audit-filter.ts'
import { FilterBar } from './filter-bar.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import styles from './filter-drawer.module.css'

/** The filter where there is no room for it: one button that says how many conditions hold, and all of them behind it. */
export function FilterDrawer(props: FilterBarProps): ReactNode {
  const t = useAuditTexts()
  const { filter, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const count = countParts(filter)
  const label = count === 0 ? t('filter.open') : t('filter.openCount', { count })
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        size={340}
        title={t('filter.open')}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        footer={
          <div className={styles.foot}>
            <Button disabled={count === 0} onClick={() => onChange(NO_FILTER)}>
              {t('filter.clear')}
            </Button>
            <Button type="primary" onClick={() => setOpen(false)}>
              {t('filter.show')}
            </Button>
          </div>
        }
      >
        <div className={styles.fields}>
          <FilterBar {...props} />
        </div>
      </Drawer>
    </>
  )
}
