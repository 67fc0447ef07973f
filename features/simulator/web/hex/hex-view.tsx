import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { hexPairs, offsetText, readableByte } from './hex-text.ts'
import styles from './hex-view.module.css'

/** A run of bytes with a meaning. */
export interface HexRange {
  from: number
  /** First byte after it. */
  to: number
  /** Its colour; `error` marks where reading failed. */
  tone: number | 'header' | 'error'
}

export interface HexViewProps {
  label: string
  bytes: Uint8Array
  /** Where byte 0 stands in what it was cut from. */
  base?: number
  ranges: readonly HexRange[]
  /** Bytes of the value pointed at elsewhere. */
  lit: { from: number; to: number } | null
  onPoint: (at: number | null) => void
  /** The byte with the cursor, from the keyboard or a press. */
  onChoose: (at: number) => void
}

const ROW_HEIGHT = 22
const WIDE_FROM = 560
/** jsdom and hidden pages have no size. */
const FALLBACK_RECT = { width: 360, height: 300 }

/** Sixteen bytes in a row where they fit, else eight. */
function useRowBytes(box: RefObject<HTMLElement | null>): number {
  const [rowBytes, setRowBytes] = useState(8)
  useEffect(() => {
    const element = box.current
    if (element === null || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setRowBytes(element.clientWidth >= WIDE_FROM ? 16 : 8))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return rowBytes
}

function movedTo(key: string, at: number, rowBytes: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: rowBytes,
    ArrowUp: -rowBytes,
    PageDown: rowBytes * 8,
    PageUp: -rowBytes * 8,
  }
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = steps[key]
  return step === undefined ? null : Math.min(last, Math.max(0, at + step))
}

/** The innermost range around a byte: later ones lie inside earlier ones. */
export function rangeAt(ranges: readonly HexRange[], at: number): HexRange | undefined {
  return ranges.findLast(({ from, to }) => at >= from && at < to)
}

interface RowProps extends HexViewProps {
  id: string
  start: number
  rowBytes: number
  cursor: number
}

function HexRow(props: RowProps): ReactNode {
  const { bytes, base = 0, start, rowBytes, ranges, lit, cursor } = props
  const own = bytes.subarray(start, start + rowBytes)
  return (
    <>
      <span role="rowheader" className={styles.offset}>
        {offsetText(base + start)}
      </span>
      {hexPairs(own).map((pair, index) => {
        const at = start + index
        const range = rangeAt(ranges, at)
        return (
          <span
            key={at}
            id={`${props.id}-${at}`}
            role="gridcell"
            className={styles.byte}
            data-at={at}
            data-tone={range?.tone}
            data-first={range?.from === at}
            data-last={range?.to === at + 1}
            data-lit={lit !== null && at >= lit.from && at < lit.to}
            aria-selected={at === cursor}
          >
            {pair}
          </span>
        )
      })}
      <span
        className={styles.text}
        aria-hidden
        // The last row may be short; its text stands below the others.
        style={{ marginLeft: `${2 + (rowBytes - own.length) * 3}ch` }}
      >
        {[...own].map(readableByte).join('')}
      </span>
    </>
  )
}

function offsetOf(target: EventTarget): number | null {
  const at = (target as HTMLElement).closest?.<HTMLElement>('[data-at]')?.dataset['at']
  return at === undefined ? null : Number(at)
}

/** Bytes as hex with their meaning as colour; only the rows in view are drawn. Arrow keys move the cursor. */
export function HexView(props: HexViewProps): ReactNode {
  const { bytes, lit, onPoint, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const rowBytes = useRowBytes(box)
  const [cursor, setCursor] = useState(0)
  const count = Math.ceil(bytes.length / rowBytes)
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: FALLBACK_RECT,
  })
  const litRow = lit === null ? -1 : Math.floor(lit.from / rowBytes)
  useEffect(() => {
    if (litRow >= 0 && litRow < count) virtualizer.scrollToIndex(litRow, { align: 'auto' })
  }, [litRow, count, virtualizer])
  const goTo = (at: number): void => {
    setCursor(at)
    virtualizer.scrollToIndex(Math.floor(at / rowBytes), { align: 'auto' })
    onChoose(at)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = movedTo(event.key, cursor, rowBytes, bytes.length - 1)
    if (at === null || at < 0) return
    event.preventDefault()
    goTo(at)
  }
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={count}
      aria-activedescendant={bytes.length === 0 ? undefined : `${id}-${cursor}`}
      className={styles.hex}
      onKeyDown={onKeyDown}
      onMouseOver={({ target }) => onPoint(offsetOf(target))}
      onMouseLeave={() => onPoint(null)}
      onClick={({ target }) => {
        const at = offsetOf(target)
        if (at !== null) goTo(at)
      }}
    >
      <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            role="row"
            aria-rowindex={item.index + 1}
            className={styles.row}
            style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
          >
            <HexRow {...props} id={id} start={item.index * rowBytes} rowBytes={rowBytes} cursor={cursor} />
          </div>
        ))}
      </div>
    </div>
  )
}
