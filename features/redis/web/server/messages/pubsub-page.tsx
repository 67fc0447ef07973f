import { openLive } from '@qd/web-calls'
import { Panel, SegmentedControl } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { messagesChannel } from '../../../contract/index.ts'
import type { HeardMessage } from '../../../contract/index.ts'
import { shownBytes, sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { ChannelList } from './channel-list.tsx'
import { FeedTable, timeText } from './feed-table.tsx'
import styles from './messages.module.css'
import { PublishForm } from './publish-form.tsx'
import { Subscriptions, isSame } from './subscriptions.tsx'
import type { Subscription, SubscriptionKind } from './subscriptions.tsx'
import { useFeed } from './use-feed.ts'

type Row = HeardMessage & { n: number }

const lineOf = ({ at, channel, payload }: HeardMessage): string =>
  [new Date(at).toISOString(), shownBytes(channel), shownBytes(payload)].join('\t')

function columnsOf(t: RedisTexts): Column<Row>[] {
  return [
    {
      key: 'at',
      title: t('topics.feed.time'),
      width: 104,
      render: ({ at }) => <span className="qd-mono">{timeText(at)}</span>,
    },
    {
      key: 'channel',
      title: t('topics.pubsub.channel'),
      width: 'minmax(120px, 220px)',
      render: ({ channel, pattern, isSharded }) => (
        <span
          className={styles.payload}
          title={pattern === '' ? undefined : t('topics.pubsub.byPattern', { pattern })}
        >
          {shownBytes(channel)}
          {isSharded ? ` · ${t('topics.pubsub.sharded')}` : ''}
        </span>
      ),
    },
    {
      key: 'payload',
      title: t('topics.pubsub.payload'),
      width: 'minmax(200px, 1fr)',
      render: ({ payload, isCut }) => (
        <code className={styles.payload} title={shownBytes(payload)}>
          {shownBytes(payload)}
          {isCut ? '…' : ''}
        </code>
      ),
    },
    {
      key: 'bytes',
      title: t('topics.pubsub.size'),
      width: 84,
      align: 'right',
      render: ({ bytes }) => <span className="qd-mono">{sizeText(bytes)}</span>,
    },
  ]
}

function Messages(props: { database: OpenDatabase; list: readonly Subscription[] }): ReactNode {
  const t = useRedisTexts()
  const { database, list } = props
  const namesOf = (kind: SubscriptionKind) =>
    list.filter((each) => each.kind === kind).map(({ name }) => name)
  const open = {
    ...bodyOf(database),
    channels: namesOf('channels'),
    patterns: namesOf('patterns'),
    sharded: namesOf('sharded'),
  }
  const isListening = list.length > 0
  const feed = useFeed<HeardMessage>(
    isListening
      ? (listener) =>
          openLive(messagesChannel, open, {
            onEvent: (event) =>
              event.kind === 'link' ? listener.link(event) : listener.items(event.messages, event.dropped),
            onRefused: listener.refused,
            onLost: listener.lost,
          })
      : null,
    JSON.stringify(open),
  )
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <FeedTable<HeardMessage>
      label={t('topics.pubsub.messages')}
      file={`${database.connection.name}-messages`}
      feed={feed}
      isListening={isListening}
      columns={columns}
      text={lineOf}
      empty={{
        title: t(isListening ? 'topics.pubsub.none' : 'topics.pubsub.noneYet'),
        hint: t(isListening ? 'topics.pubsub.noneHint' : 'topics.pubsub.noneYetHint'),
      }}
    />
  )
}

/** Messages between programs: who listens, what is said, and a word of one's own. */
export function PubsubPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [list, setList] = useState<readonly Subscription[]>([])
  const [part, setPart] = useState<'messages' | 'channels'>('messages')
  const add = (added: Subscription): void => {
    setList((before) => (before.some((each) => isSame(each, added)) ? before : [...before, added]))
    setPart('messages')
  }
  return (
    <Panel
      title={t('topics.pubsub.title')}
      actions={
        <SegmentedControl
          label={t('topics.pubsub.title')}
          value={part}
          segments={[
            { value: 'messages', label: t('topics.pubsub.messages') },
            { value: 'channels', label: t('topics.pubsub.list') },
          ]}
          onChange={setPart}
        />
      }
      status={t('topics.pubsub.status')}
    >
      <div className={styles.page}>
        <Subscriptions
          list={list}
          onAdd={add}
          onRemove={(gone) => setList((before) => before.filter((each) => !isSame(each, gone)))}
        />
        {/* Stays drawn: what comes meanwhile is kept. */}
        <div className={styles.part} hidden={part !== 'messages'}>
          <Messages database={database} list={list} />
        </div>
        {part === 'channels' ? (
          <div className={styles.part}>
            <ChannelList database={database} onSubscribe={add} />
          </div>
        ) : null}
        <PublishForm database={database} />
      </div>
    </Panel>
  )
}
