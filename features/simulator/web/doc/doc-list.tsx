import { ListSearch, Panel, useReadings } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { useVirtualizer } from '@tanstack/react-virtual'
import { BookOpen, ChevronRight, SearchX } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { DocModel } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { INFOS, indexEntries, rowsByModule, rowsFound } from './doc-entries.ts'
import type { DocEntry, DocRow } from './doc-entries.ts'
import styles from './doc-list.module.css'
import { EntryIcon } from './entry-icon.tsx'

const ROW_HEIGHT = 30
/** jsdom and hidden pages have no size. */
const FALLBACK_RECT = { width: 300, height: 600 }
const PAGE_ROWS = 15

function toggled(closed: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(closed)
  if (!next.delete(name)) next.add(name)
  return next
}

function movedTo(key: string, at: number, last: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS }
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = steps[key]
  return step === undefined ? null : Math.max(0, Math.min(last, at + step))
}

function HeadRow({ head }: { head: Extract<DocRow, { head: unknown }>['head'] }): ReactNode {
  const t = useSimulatorTexts()
  const label = head.name === INFOS ? t('doc.infos') : head.comment || head.name || t('doc.others')
  return (
    <>
      <ChevronRight size={13} aria-hidden className={styles.arrow} data-open={head.isOpen} />
      <span className={styles.module}>{label}</span>
      {head.comment === '' ? null : <span className={styles.proto}>{head.name}</span>}
      <span className={styles.count}>{head.count}</span>
    </>
  )
}

function EntryRow({ entry, hint }: { entry: DocEntry; hint: string }): ReactNode {
  return (
    <>
      <span className={styles.icon} data-kind={entry.kind}>
        <EntryIcon kind={entry.kind} size={13} />
      </span>
      {entry.number === '' ? null : <span className={styles.number}>{entry.number}</span>}
      <span className={styles.name} data-deprecated={entry.isDeprecated} title={entry.item.name}>
        {entry.name}
      </span>
      <span className={styles.comment} title={hint || entry.comment}>
        {hint || entry.comment.split('\n')[0]}
      </span>
    </>
  )
}

interface DocListProps {
  title: string
  model: DocModel
  entries: readonly DocEntry[]
  chosenKey: string | null
  onChoose: (entry: DocEntry) => void
  actions: ReactNode
}

/** Everything that is documented by module, with search; only the rows in view are drawn. */
export function DocList({ title, model, entries, chosenKey, onChoose, actions }: DocListProps): ReactNode {
  const t = useSimulatorTexts()
  const id = useId()
  const [search, setSearch] = useState('')
  const query = useDeferredValue(search).trim()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set<string>())
  const [cursor, setCursor] = useState<string | null>(null)
  const isSearching = query !== ''
  const readings = useReadings(isSearching)
  // Making thousands of texts searchable takes longer than drawing the list: it waits for the first search.
  const indexed = useMemo(
    () => (isSearching ? indexEntries(entries, readings) : []),
    [isSearching, entries, readings],
  )
  const rows = useMemo(
    () => (isSearching ? rowsFound(indexed, query) : rowsByModule(model, entries, closed)),
    [isSearching, query, model, entries, closed, indexed],
  )
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    initialRect: FALLBACK_RECT,
  })
  const chosenIndex = rows.findIndex(({ key }) => key === chosenKey)
  useEffect(() => {
    if (chosenIndex >= 0) virtualizer.scrollToIndex(chosenIndex, { align: 'auto' })
  }, [chosenIndex, virtualizer])
  const at = rows.findIndex(({ key }) => key === (cursor ?? chosenKey))
  const open = (row: DocRow | undefined): void => {
    if (row === undefined) return
    setCursor(row.key)
    if ('entry' in row) onChoose(row.entry)
    else setClosed((before) => toggled(before, row.head.name))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (event.key === 'Enter') open(row ?? rows[0])
    else if (
      row !== undefined &&
      'head' in row &&
      event.key === (row.head.isOpen ? 'ArrowLeft' : 'ArrowRight')
    )
      open(row)
    else {
      const next = movedTo(event.key, at, rows.length - 1)
      if (next === null || rows[next] === undefined) return
      setCursor(rows[next].key)
      virtualizer.scrollToIndex(next, { align: 'auto' })
    }
    event.preventDefault()
  }
  return (
    <Panel
      title={title}
      icon={<BookOpen size={15} aria-hidden />}
      count={isSearching ? rows.length : entries.length}
      actions={actions}
    >
      <div className={styles.column}>
        {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys lead from the search to its hits */}
        <div
          onKeyDown={(event) => {
            if (['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) onKeyDown(event)
          }}
        >
          <ListSearch
            label={t('doc.search')}
            value={search}
            onChange={(text) => {
              setCursor(null)
              setSearch(text)
            }}
          />
        </div>
        {rows.length === 0 ? (
          <EmptyState icon={<SearchX />} title={t('doc.nothing')} />
        ) : (
          <div
            ref={box}
            role="tree"
            tabIndex={0}
            aria-label={t('doc.contents')}
            aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
            className={styles.list}
            onKeyDown={onKeyDown}
          >
            <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map((item) => {
                const row = rows[item.index]
                if (row === undefined) return null
                const isHead = 'head' in row
                return (
                  // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys
                  <div
                    key={item.key}
                    id={`${id}-${item.index}`}
                    role="treeitem"
                    aria-level={isHead || isSearching ? 1 : 2}
                    aria-expanded={isHead ? row.head.isOpen : undefined}
                    aria-selected={row.key === chosenKey}
                    data-cursor={item.index === at}
                    className={isHead ? styles.head : styles.row}
                    style={{ height: ROW_HEIGHT, transform: `translateY(${item.start}px)` }}
                    onClick={() => open(row)}
                  >
                    {isHead ? <HeadRow head={row.head} /> : <EntryRow entry={row.entry} hint={row.hint} />}
                  </div>
                )
              })}
            </div>
          </div>
        )}
      </div>
    </Panel>
  )
}
