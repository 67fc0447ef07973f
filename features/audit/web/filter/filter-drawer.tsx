import { Button, Drawer } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAuditTexts } from '../texts.ts'
import { NO_FILTER, NO_REST, countParts } from './audit-filter.ts'
import type { FilterTexts } from './audit-filter.ts'
import { FirstFilters, RestFilters } from './filter-bar.tsx'
import type { FilterBarProps } from './filter-bar.tsx'
import styles from './filter-drawer.module.css'

function restOf(filter: FilterTexts): Partial<FilterTexts> {
  return Object.fromEntries(Object.keys(NO_REST).map((part) => [part, filter[part as keyof FilterTexts]]))
}

/**
 * The filter where there is no room for it: one button that says how many conditions hold, and all of them behind it,
 * or with `isRest` those that have no place in the bar.
 */
export function FilterDrawer({ isRest = false, ...props }: FilterBarProps & { isRest?: boolean }): ReactNode {
  const t = useAuditTexts()
  const { filter, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const count = countParts(isRest ? restOf(filter) : filter)
  const title = t(isRest ? 'filter.more' : 'filter.open')
  const label = count === 0 ? title : t(isRest ? 'filter.moreCount' : 'filter.openCount', { count })
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={15} aria-hidden />}
        aria-haspopup="dialog"
        className={isRest ? styles.more : undefined}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        size={340}
        title={title}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        footer={
          <div className={styles.foot}>
            <Button disabled={count === 0} onClick={() => onChange(isRest ? NO_REST : NO_FILTER)}>
              {t('filter.clear')}
            </Button>
            <Button type="primary" onClick={() => setOpen(false)}>
              {t('filter.show')}
            </Button>
          </div>
        }
      >
        <div className={styles.fields}>
          {isRest ? null : <FirstFilters {...props} />}
          <RestFilters {...props} />
        </div>
      </Drawer>
    </>
  )
}
