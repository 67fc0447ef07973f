import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { FieldChoice } from './field-place.ts'
import styles from './pick-input.module.css'
import { useFieldTexts } from './texts.ts'

const ROW = 28
const SHOWN_ROWS = 9

export interface PickListProps {
  id: string
  label: string
  found: readonly FieldChoice[]
  value: string
  active: number
  onActive: (index: number) => void
  onPick: (choice: FieldChoice) => void
}

/** The choices that answer; only those in view are drawn. */
export function PickList({ id, label, found, value, active, onActive, onPick }: PickListProps): ReactNode {
  const t = useFieldTexts()
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the virtualizer renders on scroll, nothing here is memoized
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 6,
    initialRect: { width: 280, height: ROW * SHOWN_ROWS },
  })
  useEffect(() => {
    if (active >= 0) rows.scrollToIndex(active)
  }, [active, rows])
  if (found.length === 0) return <p className={styles.none}>{t('pick.none')}</p>
  return (
    <>
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label={label}
        className={styles.list}
        style={{ height: Math.min(found.length, SHOWN_ROWS) * ROW }}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const choice = found[index]!
            return (
              <div
                key={choice.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={choice.value === value}
                aria-setsize={found.length}
                aria-posinset={index + 1}
                data-active={index === active}
                className={styles.option}
                style={{ transform: `translateY(${start}px)` }}
                onMouseMove={() => onActive(index)}
                // The input keeps the focus: a press must not end the edit before it picks.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onPick(choice)}
              >
                <code className={styles.number}>{choice.value}</code>
                <span className={styles.name}>{choice.label}</span>
                {choice.detail === undefined ? null : <span className={styles.detail}>{choice.detail}</span>}
              </div>
            )
          })}
        </div>
      </div>
      <p className={styles.count}>{t('pick.found', { count: found.length })}</p>
    </>
  )
}
