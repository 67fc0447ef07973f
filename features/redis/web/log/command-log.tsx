import { formatInstant, formatQuantity } from '@qd/web-base'
import { useLive, useMay } from '@qd/web-calls'
import { IconButton, Panel, VirtualTable } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { EmptyState, copyAloud } from '@qd/web-frame'
import { Checkbox, Input } from 'antd'
import { Copy, Pause, Play, ScrollText, Trash2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { commandLogChannel, listConnections } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { showDock } from '../workspace/dock.ts'
import styles from './log.module.css'
import { LOG_MAX, addEntries, clearLog, filterLog, useCommandLog } from './log-store.ts'
import type { LoggedCommand } from './log-store.ts'

const costText = (cost: number): string => (cost < 10 ? cost.toFixed(2) : cost.toFixed(0))

/** `12:30:59.123` in the reader's zone. */
function timeText(time: number): string {
  const ms = String(new Date(time).getMilliseconds()).padStart(3, '0')
  return `${formatInstant(time).slice(-8)}.${ms}`
}

function lineOf({ time, connectionName, db, command, cost, error }: LoggedCommand): string {
  const at = new Date(time).toISOString()
  return [at, `${connectionName}/${db}`, command, `${costText(cost)} ms`, error].filter(Boolean).join('\t')
}

function columnsOf(t: RedisTexts): Column<LoggedCommand>[] {
  return [
    {
      key: 'time',
      title: t('log.time'),
      width: 104,
      render: ({ time }) => <span className="qd-mono">{timeText(time)}</span>,
    },
    {
      key: 'connection',
      title: t('log.connection'),
      width: 'minmax(110px, 180px)',
      render: ({ connectionName, db }) => `${connectionName} · ${db}`,
    },
    {
      key: 'command',
      title: t('log.command'),
      width: 'minmax(220px, 1fr)',
      render: ({ command, isWrite, error }) => (
        <code className={styles.command} data-write={isWrite} title={error === '' ? command : error}>
          {command}
          {error === '' ? null : <span className={styles.error}>{error}</span>}
        </code>
      ),
    },
    {
      key: 'cost',
      title: t('log.cost'),
      width: 84,
      align: 'right',
      render: ({ cost }) => <span className="qd-mono">{costText(cost)} ms</span>,
    },
  ]
}

function Tools(props: {
  shown: readonly LoggedCommand[]
  query: string
  onQuery: (query: string) => void
  onlyWrites: boolean
  onOnlyWrites: (isOn: boolean) => void
}): ReactNode {
  const t = useRedisTexts()
  const { shown, query, onQuery, onlyWrites, onOnlyWrites } = props
  const isPaused = useCommandLog((log) => log.isPaused)
  return (
    <div className={styles.tools}>
      <Input
        size="small"
        type="search"
        className={styles.filter}
        aria-label={t('log.filter')}
        placeholder={t('log.filter')}
        value={query}
        onChange={({ target }) => onQuery(target.value)}
      />
      <Checkbox checked={onlyWrites} onChange={({ target }) => onOnlyWrites(target.checked)}>
        {t('log.onlyWrites')}
      </Checkbox>
      <span className={styles.buttons}>
        <IconButton
          isSmall
          label={t(isPaused ? 'log.goOn' : 'log.pause')}
          aria-pressed={isPaused}
          onClick={() => useCommandLog.setState({ isPaused: !isPaused })}
        >
          {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
        </IconButton>
        <IconButton
          isSmall
          label={t('log.copy')}
          disabled={shown.length === 0}
          onClick={() => void copyAloud(shown.map(lineOf).join('\n'))}
        >
          <Copy size={14} aria-hidden />
        </IconButton>
        <IconButton isSmall label={t('log.clear')} onClick={clearLog}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}

/** The user's own commands as they happen, the newest first (S2.30, S3.16). */
export function CommandLog(): ReactNode {
  const t = useRedisTexts()
  const { entries, isPaused } = useCommandLog()
  const [query, setQuery] = useState('')
  const [onlyWrites, setOnlyWrites] = useState(false)
  const [selected, setSelected] = useState<string | null>(null)
  const shown = useMemo(
    // The newest is what one waits for.
    () => filterLog(entries, query, onlyWrites).toReversed(),
    [entries, query, onlyWrites],
  )
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <Panel
      title={t('log.title')}
      icon={<ScrollText size={15} aria-hidden />}
      count={shown.length}
      actions={
        <IconButton isSmall label={t('log.close')} onClick={() => showDock(null)}>
          <X size={15} aria-hidden />
        </IconButton>
      }
      status={t(isPaused ? 'log.paused' : 'log.kept', { limit: formatQuantity(LOG_MAX) })}
    >
      <div className={styles.body}>
        <Tools
          shown={shown}
          query={query}
          onQuery={setQuery}
          onlyWrites={onlyWrites}
          onOnlyWrites={setOnlyWrites}
        />
        <VirtualTable
          label={t('log.title')}
          rows={shown}
          columns={columns}
          rowKey={({ n }) => String(n)}
          rowHeight={28}
          selectedKey={selected}
          onSelect={({ n }) => setSelected(String(n))}
          onActivate={(entry) => void copyAloud(entry.command)}
          empty={<EmptyState title={t('log.empty')} hint={t('log.emptyHint')} />}
        />
      </div>
    </Panel>
  )
}

/** Follows the log while the page is in view, whether it is shown or not. */
export function useLogFeed(): void {
  const mayRead = useMay(listConnections)
  useLive(commandLogChannel, mayRead ? {} : null, ({ entries }) => addEntries(entries))
}
