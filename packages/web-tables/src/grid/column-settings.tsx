import { ArrowDown, ArrowUp, Columns3, Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { isPinned, isShown, orderedColumns } from '../core/column-layout.ts'
import type { DataColumn } from '../list/data-column.ts'
import styles from './column-settings.module.css'
import { TablePopover } from './table-popover.tsx'
import type { LayoutControls } from './use-column-layout.ts'

/** Which columns are shown, in which order, which stay at the left. */
export function ColumnSettings<T>(props: {
  columns: readonly DataColumn<T>[]
  controls: LayoutControls
}): ReactNode {
  const t = useKitText()
  const { controls } = props
  const { layout } = controls
  const columns = orderedColumns(props.columns, layout)
  const shownCount = columns.filter((column) => isShown(column, layout)).length
  return (
    <TablePopover label={t('table.columns')} icon={<Columns3 size={15} />}>
      <div className={styles.head}>
        <span>{t('table.columns')}</span>
        <button
          type="button"
          className={styles.reset}
          disabled={!controls.isChanged}
          onClick={controls.reset}
        >
          {t('table.resetColumns')}
        </button>
      </div>
      <ul className={styles.list}>
        {columns.map((column, index) => {
          const { key, title } = column
          const isOn = isShown(column, layout)
          const isHeld = isPinned(column, layout)
          return (
            <li key={key} className={styles.item}>
              <label className={styles.name}>
                <input
                  type="checkbox"
                  checked={isOn}
                  // A table without columns could not be read, nor its settings found by what it shows.
                  disabled={isOn && shownCount === 1}
                  onChange={(event) => controls.show(key, event.target.checked)}
                />
                <span>{title}</span>
              </label>
              <IconButton
                isSmall
                label={t('table.pinNamed', { name: title })}
                aria-pressed={isHeld}
                className={isHeld ? styles.held : undefined}
                onClick={() => controls.pin(key, !isHeld)}
              >
                <Pin size={13} />
              </IconButton>
              <IconButton
                isSmall
                label={t('table.upNamed', { name: title })}
                disabled={index === 0}
                onClick={() => controls.move(key, -1)}
              >
                <ArrowUp size={13} />
              </IconButton>
              <IconButton
                isSmall
                label={t('table.downNamed', { name: title })}
                disabled={index === columns.length - 1}
                onClick={() => controls.move(key, 1)}
              >
                <ArrowDown size={13} />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </TablePopover>
  )
}
