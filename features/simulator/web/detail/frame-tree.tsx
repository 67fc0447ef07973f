import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './detail.module.css'
import { NamedNode } from './json-body.ts'
import { HEADER_ID } from './tree-rows.ts'
import type { TreeRow } from './tree-rows.ts'
import { nodeName, readingName, readingText, typeText, valueText } from './value-text.ts'

const ROW_HEIGHT = 24
const INDENT_PX = 14
const FALLBACK_RECT = { width: 380, height: 320 }

export interface FrameTreeProps {
  rows: readonly TreeRow[]
  /** Row under the pointer, here or in the bytes; -1 for none. */
  lit: number
  /** Row with the cursor. */
  cursor: number
  onPoint: (row: number | null) => void
  onCursor: (row: number) => void
  onToggle: (id: string) => void
}

function Content({ row }: { row: TreeRow }): ReactNode {
  const t = useSimulatorTexts()
  if (row.id === HEADER_ID) {
    return <span className={styles.name}>{t('page.detail.header', { count: row.to })}</span>
  }
  if (row.part !== null) {
    const { name, type, value } = row.part
    return (
      <>
        <span className={styles.name}>{name === '' ? t('page.detail.otherHeader') : name}</span>
        <span className={styles.value} data-tone="header">
          {value}
        </span>
        <span className={styles.comment}>{type}</span>
      </>
    )
  }
  const { node, reading } = row
  if (node === null) return null
  const value = reading === null ? valueText(node) : readingText(reading)
  const count = reading?.nodes === undefined ? node.children.length : reading.nodes.length
  return (
    <>
      <span className={styles.name}>{nodeName(node)}</span>
      {node.error === null ? null : (
        <span className={styles.fault}>
          {t(`page.wire.${node.error.code}`)} · 0x{node.error.offset.toString(16)}
        </span>
      )}
      {value === '' ? null : (
        <span className={styles.value} data-tone={row.tone}>
          {value}
        </span>
      )}
      {row.isOpen === null ? null : <span className={styles.count}>{count}</span>}
      <span className={styles.type}>{reading === null ? typeText(node) : readingName(reading)}</span>
      <span className={styles.comment}>
        {node.field?.comment ?? (node instanceof NamedNode ? '' : t('page.detail.unknownField'))}
      </span>
    </>
  )
}

function moved(key: string, at: number, last: number): number | null {
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** The row a closed or open row leads to with left and right, and whether it is opened or closed instead. */
function sideways(key: string, rows: readonly TreeRow[], at: number): number | 'toggle' | null {
  const row = rows[at]
  if (row === undefined) return null
  if (key === 'ArrowRight') return row.isOpen === false ? 'toggle' : row.isOpen === true ? at + 1 : null
  if (key !== 'ArrowLeft') return null
  if (row.isOpen === true) return 'toggle'
  return rows.findLastIndex(({ level }, index) => index < at && level < row.level)
}

/** Fields of a frame with their values; the row under the pointer lights its bytes, and the other way round. */
export function FrameTree(props: FrameTreeProps): ReactNode {
  const t = useSimulatorTexts()
  const { rows, lit, cursor, onCursor, onToggle } = props
  const box = useRef<HTMLDivElement>(null)
  const [isFocused, setFocused] = useState(false)
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: FALLBACK_RECT,
  })
  useEffect(() => {
    if (lit >= 0 && lit < rows.length) virtualizer.scrollToIndex(lit, { align: 'auto' })
  }, [lit, rows.length, virtualizer])
  const go = (to: number): void => {
    if (to < 0 || to >= rows.length) return
    onCursor(to)
    virtualizer.scrollToIndex(to, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[cursor]
    const to = moved(event.key, cursor, rows.length - 1)
    const side = to === null ? sideways(event.key, rows, cursor) : null
    const isToggle = side === 'toggle' || (event.key === 'Enter' && (row?.isOpen ?? null) !== null)
    if (to === null && side === null && !isToggle) return
    event.preventDefault()
    if (isToggle && row !== undefined) onToggle(row.id)
    else go(to ?? (side as number))
  }
  return (
    <div
      ref={box}
      role="tree"
      data-frame-tree
      tabIndex={0}
      aria-label={t('page.detail.tree')}
      aria-activedescendant={rows.length === 0 ? undefined : `frame-row-${cursor}`}
      className={styles.tree}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onMouseLeave={() => props.onPoint(null)}
    >
      <div className={styles.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          const Chevron = row.isOpen === true ? ChevronDown : ChevronRight
          return (
            <div
              key={row.id}
              id={`frame-row-${item.index}`}
              role="treeitem"
              aria-level={row.level}
              aria-expanded={row.isOpen ?? undefined}
              aria-selected={item.index === cursor}
              className={styles.row}
              data-lit={item.index === lit || (isFocused && item.index === cursor)}
              data-tone={row.tone}
              title={row.node?.field?.comment || undefined}
              style={{
                height: ROW_HEIGHT,
                paddingLeft: 8 + (row.level - 1) * INDENT_PX,
                transform: `translateY(${item.start}px)`,
              }}
              onMouseEnter={() => props.onPoint(item.index)}
              onClick={() => {
                onCursor(item.index)
                if (row.isOpen !== null) onToggle(row.id)
              }}
            >
              <span className={styles.chevron} aria-hidden>
                {row.isOpen === null ? null : <Chevron size={12} />}
              </span>
              <Content row={row} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
