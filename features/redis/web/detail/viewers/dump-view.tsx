import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { hexByte } from '../model/bytes.ts'
import { bitsOf } from './viewers.ts'
import styles from './viewers.module.css'

const ROW_HEIGHT = 20
/** jsdom and hidden pages have no size. */
const FALLBACK_RECT = { width: 600, height: 300 }
const PER_LINE = { hex: 16, bits: 8 } as const

const readable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')

/** Bytes in lines: where each line begins, the bytes, and what of them is ASCII. */
export function DumpView(props: { label: string; bytes: Uint8Array; as: 'hex' | 'bits' }): ReactNode {
  const { label, bytes, as } = props
  const box = useRef<HTMLDivElement>(null)
  const perLine = PER_LINE[as]
  const one = as === 'hex' ? hexByte : bitsOf
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: Math.ceil(bytes.length / perLine),
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: FALLBACK_RECT,
  })
  const width = perLine * (as === 'hex' ? 3 : 9)
  return (
    <div ref={box} role="list" aria-label={label} tabIndex={0} className={styles.dump}>
      <div className={styles.dumpRows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const own = [...bytes.subarray(index * perLine, (index + 1) * perLine)]
          return (
            <div
              key={key}
              role="listitem"
              className={styles.dumpRow}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <span className={styles.offset}>{(index * perLine).toString(16).padStart(8, '0')}</span>
              <span style={{ width: `${width}ch` }}>{own.map(one).join(' ')}</span>
              <span className={styles.ascii}>{own.map(readable).join('')}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
