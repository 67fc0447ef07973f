import { useTexts } from '@qd/web-base'
import { KeyChips } from '@qd/web-frame'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import type { PaletteEntry } from './palette-entry.ts'
import type { PaletteRow } from './palette-rows.ts'
import styles from './palette.module.css'

const HEAD_HEIGHT = 28
const ENTRY_HEIGHT = 36
/** Until the list is measured. */
const FIRST_RECT = { width: 600, height: 400 }

function EntryRow(props: {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onPick: () => void
  onPoint: () => void
}): ReactNode {
  const { title, hint, keys, icon: Icon } = props.entry
  return (
    <div
      role="option"
      id={props.id}
      aria-selected={props.isActive}
      className={styles.entry}
      // The press must not take the focus from the field before the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onPick}
      onMouseMove={props.onPoint}
    >
      <span className={styles.icon} aria-hidden>
        {Icon === undefined ? null : <Icon size={15} />}
      </span>
      <span className={styles.title}>{title}</span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      {keys === undefined ? null : <KeyChips keys={keys} />}
    </div>
  )
}

/** The rows in view; `active` counts the choices without the heads. */
export function PaletteList(props: {
  id: string
  rows: readonly PaletteRow[]
  active: number
  headOf: (section: string) => string
  onPick: (entry: PaletteEntry) => void
  onPoint: (at: number) => void
}): ReactNode {
  const t = useTexts('shell')
  const { rows, active } = props
  const scroller = useRef<HTMLDivElement>(null)
  const places = useMemo(() => {
    let count = -1
    return rows.map((row) => (row.kind === 'entry' ? (count += 1) : -1))
  }, [rows])
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? HEAD_HEIGHT : ENTRY_HEIGHT),
    overscan: 6,
    initialRect: FIRST_RECT,
  })
  useEffect(() => virtualizer.measure(), [rows, virtualizer])
  useEffect(() => {
    const index = places.indexOf(active)
    // The first choice brings its section's head into view with it.
    if (index >= 0) virtualizer.scrollToIndex(active === 0 ? 0 : index, { align: 'auto' })
  }, [active, places, virtualizer])
  return (
    <div ref={scroller} role="listbox" id={props.id} aria-label={t('palette.title')} className={styles.list}>
      <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          const place = places[index] ?? -1
          if (row === undefined) return null
          const style = { height: size, transform: `translateY(${start}px)` }
          return (
            <div key={index} role="presentation" className={styles.row} style={style}>
              {row.kind === 'head' ? (
                <div role="presentation" className={styles.head}>
                  {props.headOf(row.section)}
                </div>
              ) : (
                <EntryRow
                  id={`${props.id}-${place}`}
                  entry={row.entry}
                  isActive={place === active}
                  onPick={() => props.onPick(row.entry)}
                  onPoint={() => props.onPoint(place)}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
