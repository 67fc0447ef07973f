import { openLive } from '@qd/web-calls'
import { Panel, Tag } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { Button, Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { keyEventsChannel } from '../../../contract/index.ts'
import type { KeyEvent } from '../../../contract/index.ts'
import { shownBytes } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import { showKey } from '../../workspace/workspace.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { FeedTable, timeText } from './feed-table.tsx'
import styles from './messages.module.css'
import { NotifySetting } from './notify-setting.tsx'
import { useFeed } from './use-feed.ts'

type Row = KeyEvent & { n: number }

const lineOf = ({ at, db, event, key }: KeyEvent): string =>
  [new Date(at).toISOString(), db, event, shownBytes(key)].join('\t')

function columnsOf(t: RedisTexts): Column<Row>[] {
  return [
    {
      key: 'at',
      title: t('topics.feed.time'),
      width: 104,
      render: ({ at }) => <span className="qd-mono">{timeText(at)}</span>,
    },
    {
      key: 'event',
      title: t('topics.events.event'),
      width: 130,
      render: ({ event }) => (
        <Tag tone={event === 'del' || event === 'expired' ? 'warn' : 'neutral'}>{event}</Tag>
      ),
    },
    {
      key: 'key',
      title: t('topics.events.key'),
      width: 'minmax(200px, 1fr)',
      render: ({ key }) => (
        <code className={styles.payload} title={shownBytes(key)}>
          {shownBytes(key)}
        </code>
      ),
    },
    {
      key: 'db',
      title: t('topics.events.database'),
      width: 84,
      align: 'right',
      render: ({ db }) => <span className="qd-mono">{db}</span>,
    },
  ]
}

/** What happens to keys, as the server tells it. */
export function KeyEventsPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [pattern, setPattern] = useState('*')
  const [allDatabases, setAll] = useState(false)
  const [heard, setHeard] = useState<{ pattern: string; allDatabases: boolean; turn: number } | null>(null)
  const open =
    heard === null ? null : { ...bodyOf(database), pattern: heard.pattern, allDatabases: heard.allDatabases }
  const feed = useFeed<KeyEvent>(
    open === null
      ? null
      : (listener) =>
          openLive(keyEventsChannel, open, {
            onEvent: (event) =>
              event.kind === 'link' ? listener.link(event) : listener.items(event.events, event.dropped),
            onRefused: listener.refused,
            onLost: listener.lost,
          }),
    JSON.stringify(heard),
  )
  const columns = useMemo(() => columnsOf(t), [t])
  const isValid = pattern.trim() !== ''
  const start = (): void => {
    if (isValid) setHeard({ pattern: pattern.trim(), allDatabases, turn: (heard?.turn ?? 0) + 1 })
  }
  return (
    <Panel title={t('topics.events.title')} status={t('topics.events.status')}>
      <div className={styles.page}>
        <NotifySetting
          database={database}
          onChanged={() => setHeard((now) => (now === null ? null : { ...now, turn: now.turn + 1 }))}
        />
        <div className={styles.bar}>
          <Input
            size="small"
            className={styles.name}
            aria-label={t('topics.events.pattern')}
            placeholder={t('topics.events.pattern')}
            status={isValid ? '' : 'error'}
            value={pattern}
            maxLength={1_000}
            onChange={({ target }) => setPattern(target.value)}
            onPressEnter={start}
          />
          <Checkbox checked={allDatabases} onChange={({ target }) => setAll(target.checked)}>
            {t('topics.events.allDatabases')}
          </Checkbox>
          <Button size="small" type="primary" disabled={!isValid} onClick={start}>
            {t('topics.events.start')}
          </Button>
          {heard === null ? null : (
            <Button size="small" onClick={() => setHeard(null)}>
              {t('topics.events.stop')}
            </Button>
          )}
        </div>
        <FeedTable<KeyEvent>
          label={t('topics.events.title')}
          file={`${database.connection.name}-key-events`}
          feed={feed}
          isListening={heard !== null}
          columns={columns}
          text={lineOf}
          onOpen={({ db, key }) => {
            if (db === database.db) showKey({ databaseId: database.id, key })
          }}
          empty={{ title: t('topics.events.none'), hint: t('topics.events.noneHint') }}
        />
      </div>
    </Panel>
  )
}
