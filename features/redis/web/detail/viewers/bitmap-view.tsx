import { formatQuantity } from '@qd/web-base'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import styles from './viewers.module.css'

const ROW_HEIGHT = 24
const ROW_BYTES = 4
/** jsdom and hidden pages have no size. */
const FALLBACK_RECT = { width: 700, height: 300 }
const IN_BYTE = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** The bits of a string as SETBIT counts them, the highest of a byte first; a press turns one over. */
export function BitmapView(props: {
  bytes: Uint8Array
  /** null: they cannot be changed. */
  onToggle: ((offset: number, bit: 0 | 1) => void) | null
}): ReactNode {
  const { bytes, onToggle } = props
  const t = useRedisTexts()
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: Math.ceil(bytes.length / ROW_BYTES),
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    initialRect: FALLBACK_RECT,
  })
  return (
    <div ref={box} role="list" aria-label={t('detail.viewer.bitmap')} className={styles.bits}>
      <div className={styles.dumpRows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="listitem"
            className={styles.bitRow}
            style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
          >
            <span className={styles.offset} style={{ width: '10ch' }}>
              {formatQuantity(index * ROW_BYTES * 8)}
            </span>
            {[...bytes.subarray(index * ROW_BYTES, (index + 1) * ROW_BYTES)].map((byte, inRow) => (
              <span key={inRow} className={styles.bitByte}>
                {IN_BYTE.map((at) => {
                  const offset = (index * ROW_BYTES + inRow) * 8 + at
                  const bit = (byte >> (7 - at)) & 1
                  return (
                    <button
                      key={at}
                      type="button"
                      className={styles.bit}
                      aria-pressed={bit === 1}
                      aria-label={t('detail.bit', { offset })}
                      title={t('detail.bit', { offset })}
                      disabled={onToggle === null}
                      onClick={() => onToggle?.(offset, bit === 1 ? 0 : 1)}
                    >
                      {bit}
                    </button>
                  )
                })}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
