import { useRowHeight } from '@qd/web-base'
import { ListSearch, LoadingRows, useReadings } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { useVirtualizer } from '@tanstack/react-virtual'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import { flatRows } from './flat-rows.ts'
import type { ListRow } from './flat-rows.ts'
import { groupMessages, indexMessages, searchMessages } from './message-index.ts'
import type { MessageEntry } from './message-index.ts'
import styles from './message-list.module.css'

/** jsdom and hidden pages have no size. */
const FALLBACK_RECT = { width: 280, height: 640 }
const HEAD_HEIGHT = 28

export interface MessageListProps {
  messages: readonly MessageEntry[] | null
  /** Full names, newest first. */
  recent: readonly string[]
  chosen: string | null
  onChoose: (entry: MessageEntry) => void
}

function useRows({ messages, recent }: MessageListProps, search: string): ListRow[] {
  // Pinyin is fetched with the first look at the list.
  const readings = useReadings(true)
  const all = useMemo(() => messages ?? [], [messages])
  const indexed = useMemo(() => indexMessages(all, readings), [all, readings])
  return useMemo(() => {
    if (search.trim() !== '') {
      return searchMessages(indexed, search).map((entry) => ({ kind: 'message', key: entry.fullName, entry }))
    }
    const lately = recent
      .map((name) => all.find(({ fullName }) => fullName === name))
      .filter((entry) => entry !== undefined)
    return flatRows(lately, groupMessages(all))
  }, [indexed, search, recent, all])
}

/** A comment may say more than a head has room for. */
function firstSentence(comment: string): string {
  return /^[^。.\n]*/.exec(comment)?.[0].trim() ?? ''
}

function Row(props: { row: ListRow; isChosen: boolean; isFirst: boolean; onChoose: () => void }): ReactNode {
  const t = useSimulatorTexts()
  const { row } = props
  if (row.kind === 'head') {
    const { comment, name } = row.module
    const isNone = row.key === 'head '
    return (
      <h3 className={styles.group} title={comment || undefined}>
        {row.key === 'recent'
          ? t('page.messages.recent')
          : isNone
            ? t('page.messages.noModule')
            : firstSentence(comment) || name}
        {comment === '' || row.key === 'recent' ? null : <span>{name}</span>}
      </h3>
    )
  }
  const { cmd, name, comment } = row.entry
  return (
    <button
      type="button"
      className={styles.row}
      data-message={row.key}
      aria-current={props.isChosen}
      tabIndex={props.isChosen || props.isFirst ? 0 : -1}
      title={comment === '' ? row.entry.fullName : `${row.entry.fullName}\n${comment}`}
      onClick={props.onChoose}
    >
      <code className={styles.cmd}>{cmd}</code>
      <span className={styles.name}>{name}</span>
      <span className={styles.comment}>{comment}</span>
    </button>
  )
}

/** Moves between messages; the search takes what is typed. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-message]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[at + step]?.focus()
  event.preventDefault()
}

/** Messages that can be sent, by module, with those used last above; found by name, number, field and comment. */
export function MessageList(props: MessageListProps): ReactNode {
  const t = useSimulatorTexts()
  const [search, setSearch] = useState('')
  const needle = useDeferredValue(search)
  const rows = useRows(props, needle)
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight() - 2
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? HEAD_HEIGHT : rowHeight),
    overscan: 8,
    initialRect: FALLBACK_RECT,
  })
  useEffect(() => drawn.measure(), [rowHeight, rows, drawn])
  const first = rows.findIndex(({ kind }) => kind === 'message')
  if (props.messages === null) return <LoadingRows rows={12} />
  return (
    <div className={styles.list} onKeyDown={moveFocus}>
      <ListSearch label={t('page.messages.search')} value={search} onChange={setSearch} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={t(needle === '' ? 'page.messages.none' : 'page.messages.noMatch')}
        />
      ) : null}
      <div className={styles.scroller} ref={box} role="list" aria-label={t('page.messages.title')}>
        <div className={styles.rows} style={{ height: drawn.getTotalSize() }}>
          {drawn.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div
                key={row.key}
                role="listitem"
                className={styles.place}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <Row
                  row={row}
                  isFirst={index === first}
                  isChosen={row.kind === 'message' && row.entry.fullName === props.chosen}
                  onChoose={() => {
                    if (row.kind === 'message') props.onChoose(row.entry)
                  }}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
