import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Elements from which only those in view are mounted. */
const VIRTUAL_FROM = 40
const USUAL_HEIGHT = 40
const BOX_HEIGHT = 480

export interface ListElementsProps {
  count: number
  keyOf: (index: number) => string
  render: (index: number) => ReactNode
  /** Element a search led to; -1: none. */
  marked: number
}

function VirtualElements({ count, keyOf, render, marked }: ListElementsProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the virtualizer renders on scroll, nothing here is memoized
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: keyOf,
    overscan: 6,
    initialRect: { width: 600, height: BOX_HEIGHT },
  })
  useEffect(() => {
    if (marked >= 0) rows.scrollToIndex(marked, { align: 'center' })
  }, [marked, rows])
  return (
    <div ref={box} className={styles.scroll} style={{ height: BOX_HEIGHT }}>
      <div style={{ position: 'relative', height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            style={{ position: 'absolute', right: 0, left: 0, transform: `translateY(${start}px)` }}
          >
            {render(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The elements of a list, all of them while they are few. */
export function ListElements(props: ListElementsProps): ReactNode {
  if (props.count >= VIRTUAL_FROM) return <VirtualElements {...props} />
  return Array.from({ length: props.count }, (_each, index) => (
    <div key={props.keyOf(index)}>{props.render(index)}</div>
  ))
}
