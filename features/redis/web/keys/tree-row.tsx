import { useKitText } from '@qd/web-base'
import { memo } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import type { RedisBytes } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { useRedisTexts } from '../texts.ts'
import type { KnownFacts } from './facts-cache.ts'
import type { FlatRow } from './flat-rows.ts'
import { INDENT_PX, KeyLine, lineNote } from './key-line.tsx'
import styles from './keys.module.css'
import { LINE_PX } from './use-key-scroll.ts'

export const keyOf = (flat: FlatRow | undefined): RedisBytes | null =>
  flat?.kind === 'row' && flat.row.kind === 'key' ? flat.row.key : null

/** Name of a line for who hears it; a note is read by its own text. */
function nameOf(flat: FlatRow, loading: string): string | undefined {
  if (flat.kind === 'wait') return loading
  if (flat.kind === 'note') return undefined
  return shownBytes(keyOf(flat) ?? flat.row.name) || '""'
}

/** What the pointer does on a line. */
export interface LineHands {
  press: (event: MouseEvent, flat: FlatRow, at: number) => void
  openTab: (key: RedisBytes) => void
  menu: (flat: FlatRow, x: number, y: number) => void
  /** Reads the folder again whose names are not kept. */
  load: (folder: RedisBytes) => void
}

interface TreeRowProps {
  flat: FlatRow
  at: number
  known: KnownFacts | undefined
  now: number
  hasSizes: boolean
  isCurrent: boolean
  isChosen: boolean
  /** Whether the detail shows it. */
  isShown: boolean
  hands: LineHands
}

function Row(props: TreeRowProps): ReactNode {
  const { flat, at, known, now, hasSizes, isCurrent, isChosen, isShown, hands } = props
  const t = useRedisTexts()
  const loading = useKitText()('loading')
  const key = keyOf(flat)
  const isFolder = flat.kind === 'row' && key === null
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
    <div
      id={`redis-line-${at}`}
      role="treeitem"
      aria-level={flat.depth + 1}
      aria-expanded={isFolder ? flat.isOpen : undefined}
      aria-selected={isChosen}
      aria-current={isShown}
      aria-description={lineNote(flat, known, now, t)}
      aria-label={nameOf(flat, loading)}
      tabIndex={-1}
      data-kind={isFolder ? 'folder' : flat.kind === 'row' ? 'key' : flat.kind}
      data-at={isCurrent}
      className={styles.line}
      style={{
        transform: `translateY(${at * LINE_PX}px)`,
        paddingInlineStart: 10 + flat.depth * INDENT_PX,
      }}
      onClick={(event) => hands.press(event, flat, at)}
      onMouseDown={(event) => (event.button === 1 ? event.preventDefault() : undefined)}
      onAuxClick={({ button }) => {
        if (button === 1 && key !== null) hands.openTab(key)
      }}
      onContextMenu={(event) => {
        if (flat.kind !== 'row') return
        event.preventDefault()
        hands.menu(flat, event.clientX, event.clientY)
      }}
    >
      <KeyLine
        flat={flat}
        known={known}
        now={now}
        hasSizes={hasSizes}
        onMenu={(event) => {
          event.stopPropagation()
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          hands.menu(flat, left, bottom + 2)
        }}
        onLoad={() => hands.load(flat.parent)}
      />
    </div>
  )
}

/** Lines are made anew for each drawing; what they say decides. */
function sameLine(left: FlatRow, right: FlatRow): boolean {
  if (left.id !== right.id || left.depth !== right.depth) return false
  if (left.kind === 'row')
    return right.kind === 'row' && left.row === right.row && left.isOpen === right.isOpen
  if (left.kind === 'note')
    return right.kind === 'note' && left.note === right.note && left.total === right.total
  return right.kind === 'wait'
}

/** One line of the tree, drawn again only when it changed: scrolling and the clock pass over most of them. */
export const TreeRow = memo(Row, (before, after) => {
  const { flat: _before, ...left } = before
  const { flat: _after, ...right } = after
  const names = Object.keys(left) as (keyof typeof left)[]
  return sameLine(before.flat, after.flat) && names.every((name) => left[name] === right[name])
})
