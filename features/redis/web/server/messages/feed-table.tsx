import { formatInstant, formatQuantity, saveFile } from '@qd/web-base'
import { IconButton, Tag, VirtualTable } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { EmptyState, NoPermission, copyAloud } from '@qd/web-frame'
import { Input } from 'antd'
import { Copy, Download, Pause, Play, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { MESSAGES_KEPT } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import styles from './messages.module.css'
import type { Feed } from './use-feed.ts'

/** `12:30:59.123` in the reader's zone. */
export function timeText(time: number): string {
  const ms = String(new Date(time).getMilliseconds()).padStart(3, '0')
  return `${formatInstant(time).slice(-8)}.${ms}`
}

interface FeedTableProps<T> {
  label: string
  /** Name of the downloaded file, without its ending. */
  file: string
  feed: Feed<T>
  isListening: boolean
  columns: readonly Column<T & { n: number }>[]
  /** What the filter looks in, and what is copied of a row. */
  text: (row: T) => string
  empty: { title: string; hint: string }
  onOpen?: (row: T) => void
}

/** How the way is, in one tag. */
function WayTag({ feed, isListening }: Pick<FeedTableProps<never>, 'isListening'> & { feed: Feed<unknown> }) {
  const t = useRedisTexts()
  const { link } = feed
  if (!isListening) return <Tag>{t('topics.feed.off')}</Tag>
  if (link === null || link.state === 'ready') return <Tag tone="ok">{t('topics.feed.on')}</Tag>
  if (link.state === 'lost') {
    return (
      <Tag tone="error" title={link.msg}>
        {t('topics.feed.lost', { reason: link.msg })}
      </Tag>
    )
  }
  return (
    <Tag tone="warn" title={link.msg}>
      {t('topics.feed.again', { attempt: link.attempt })}
    </Tag>
  )
}

/** What came, the newest first: it can be held still, searched, copied and saved. */
export function FeedTable<T>(props: FeedTableProps<T>): ReactNode {
  const t = useRedisTexts()
  const { feed, columns, text, label } = props
  const [query, setQuery] = useState('')
  const [held, setHeld] = useState<Feed<T>['rows'] | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const rows = held ?? feed.rows
  const shown = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = rows.filter((row) => words.every((word) => text(row).toLowerCase().includes(word)))
    return found.toReversed()
  }, [rows, query, text])
  const isPaused = held !== null
  if (feed.refused !== null) {
    const isNarrow = feed.refused.code === 'redis_key_forbidden'
    return <NoPermission reason={isNarrow ? t('topics.narrowed') : feed.refused.message} />
  }
  const clear = (): void => {
    feed.clear()
    if (isPaused) setHeld([])
  }
  const lines = (): string => shown.map(({ n: _n, ...row }) => JSON.stringify(row)).join('\n')
  return (
    <div className={styles.feed}>
      <div className={styles.tools}>
        <WayTag feed={feed} isListening={props.isListening} />
        <Input
          size="small"
          type="search"
          className={styles.filter}
          aria-label={t('topics.feed.filter')}
          placeholder={t('topics.feed.filter')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <span className={styles.count} role="status">
          {t('topics.feed.count', {
            shown: formatQuantity(shown.length),
            kept: formatQuantity(MESSAGES_KEPT),
            dropped: formatQuantity(feed.dropped),
          })}
          {feed.gaps === 0 ? null : ` · ${t('topics.feed.gaps', { count: feed.gaps })}`}
        </span>
        <span className={styles.buttons}>
          <IconButton
            isSmall
            label={t(isPaused ? 'topics.feed.goOn' : 'topics.feed.pause')}
            aria-pressed={isPaused}
            onClick={() => setHeld(isPaused ? null : feed.rows)}
          >
            {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          </IconButton>
          <IconButton
            isSmall
            label={t('topics.feed.copy')}
            disabled={shown.length === 0}
            onClick={() => void copyAloud(shown.map(text).join('\n'))}
          >
            <Copy size={14} aria-hidden />
          </IconButton>
          <IconButton
            isSmall
            label={t('topics.feed.save')}
            disabled={shown.length === 0}
            onClick={() => saveFile(`${props.file}.ndjson`, `${lines()}\n`, 'application/x-ndjson')}
          >
            <Download size={14} aria-hidden />
          </IconButton>
          <IconButton isSmall label={t('topics.feed.clear')} onClick={clear}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </span>
      </div>
      <VirtualTable
        label={label}
        rows={shown}
        columns={columns}
        rowKey={({ n }) => String(n)}
        rowHeight={28}
        selectedKey={selected}
        onSelect={({ n }) => setSelected(String(n))}
        onActivate={(row) => (props.onOpen === undefined ? void copyAloud(text(row)) : props.onOpen(row))}
        empty={<EmptyState {...props.empty} />}
      />
    </div>
  )
}
