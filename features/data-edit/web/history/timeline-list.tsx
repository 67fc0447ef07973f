import type { Place } from '@qd/player-diff'
import { useNow } from '@qd/web-controls'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { MOST_UNDONE_AT_ONCE } from '../../contract/index.ts'
import type { TimelineEntry } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { showPlace } from '../state/show-place.ts'
import { useEditTexts } from '../texts.ts'
import { byDay, dayOf } from './days.ts'
import type { Day } from './days.ts'
import { undoableOf } from './entry-words.ts'
import { Entry, canUndoEntry, undoEntry } from './timeline-entry.tsx'
import { openUndoMany } from './undo-dialog.tsx'
import styles from './timeline.module.css'

const MINUTE_MS = 60_000

function DayHead({ day, hasMore }: { day: Day; hasMore: boolean }): ReactNode {
  const t = useEditTexts()
  const now = useNow(MINUTE_MS)
  const at = day.entries[0]?.at ?? 0
  const { word, date } = dayOf(at, Math.max(now, at))
  const count = day.entries.length
  return (
    <h3 className={styles.day}>
      {word === '' ? null : <strong>{word}</strong>} <span>{date}</span>
      <span className={styles.dayCount}>
        {hasMore ? t('timeline.countMore', { count }) : t('timeline.count', { count })}
      </span>
    </h3>
  )
}

interface PickedProps {
  entries: readonly TimelineEntry[]
  onClear: () => void
}

/** What is picked to be undone together. */
function Picked({ entries, onClear }: PickedProps): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const edits = entries.flatMap(undoableOf)
  if (edits.length === 0) return null
  const isFull = edits.length > MOST_UNDONE_AT_ONCE
  return (
    <div className={styles.picked} role="region" aria-label={t('undo.picked', { count: edits.length })}>
      <span>
        {isFull
          ? t('undo.tooMany', { count: MOST_UNDONE_AT_ONCE })
          : t('undo.picked', { count: edits.length })}
      </span>
      <Button size="small" onClick={onClear}>
        {t('grid.unpick')}
      </Button>
      <Button
        size="small"
        type="primary"
        disabled={isFull}
        onClick={() => openUndoMany(place, edits, onClear)}
      >
        {t('undo.many')}
      </Button>
    </div>
  )
}

/** J and K walk through the entries, Z undoes the chosen one. */
function keyOf({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): 'j' | 'k' | 'z' | null {
  if (ctrlKey || metaKey || altKey) return null
  const pressed = key > '\u007F' ? code.replace('Key', '').toLowerCase() : key.toLowerCase()
  return pressed === 'j' || pressed === 'k' || pressed === 'z' ? pressed : null
}

export interface TimelineListProps {
  entries: readonly TimelineEntry[]
  names: ReadonlyMap<string, string>
  at: Place | null
  /** The entry a link led to. */
  first: string | undefined
  isPicking: boolean
  hasMore: boolean
  /** The editor is beside it, so that a chosen entry is shown there at once. */
  isBeside: boolean
  onLeave?: () => void
}

/** Entries by day; one is chosen, and several can be picked to go back together. */
export function TimelineList(props: TimelineListProps): ReactNode {
  const { entries, at, hasMore } = props
  const t = useEditTexts()
  const place = useEditorPlace()
  const root = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(props.first)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const pick = (id: string, isPicked: boolean): void => {
    const others = [...picked].filter((each) => each !== id)
    setPicked(new Set(isPicked ? [...others, id] : others))
  }
  const choose = (entry: TimelineEntry, asked?: Place): void => {
    setChosen(entry.id)
    const to = asked ?? (props.isBeside ? entry.edits[0]?.changes[0] : undefined)
    if (to !== undefined) showPlace(place.player, to)
    if (asked !== undefined) props.onLeave?.()
  }
  // A link leads the editor to what it is about, too.
  const linked = props.first === undefined ? undefined : entries[0]?.edits[0]?.changes[0]
  useEffect(() => {
    if (linked !== undefined) showPlace(place.player, linked)
  }, [linked, place.player])
  const walk = (step: 1 | -1): void => {
    const from = entries.findIndex(({ id }) => id === chosen)
    const entry = entries[from === -1 ? 0 : Math.min(entries.length - 1, Math.max(0, from + step))]
    if (entry === undefined) return
    choose(entry)
    root.current
      ?.querySelector(`[data-entry="${CSS.escape(entry.id)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const key = keyOf(event)
    if (key === null || (event.target as HTMLElement).closest('input, [role="combobox"]') !== null) return
    event.preventDefault()
    if (key !== 'z') return walk(key === 'j' ? 1 : -1)
    const entry = entries.find(({ id }) => id === chosen)
    if (entry !== undefined && canUndoEntry(place, entry)) undoEntry(place, entry, at)
  }
  const days = byDay(entries)
  return (
    <div
      ref={root}
      className={styles.list}
      // What scrolls is reached by keys, and takes J, K and Z.
      tabIndex={0}
      role="group"
      aria-label={t('history.title')}
      onKeyDown={onKeyDown}
    >
      {days.map((day, index) => (
        <section key={day.number}>
          <DayHead day={day} hasMore={hasMore && index === days.length - 1} />
          <ul className={styles.entries}>
            {day.entries.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                actor={props.names.get(entry.actorId) ?? entry.actor}
                at={at}
                isChosen={entry.id === chosen}
                isPicked={props.isPicking ? picked.has(entry.id) : undefined}
                onPick={(isPicked) => pick(entry.id, isPicked)}
                onChoose={(to) => choose(entry, to)}
              />
            ))}
          </ul>
        </section>
      ))}
      <Picked
        entries={props.isPicking ? entries.filter(({ id }) => picked.has(id)) : []}
        onClear={() => setPicked(new Set())}
      />
    </div>
  )
}
