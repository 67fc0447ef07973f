import { useCall } from '@qd/web-calls'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { serverChannels } from '../../../contract/index.ts'
import type { RedisBytes } from '../../../contract/index.ts'
import { bytesId, shownBytes } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'
import type { Subscription } from './subscriptions.tsx'

interface Row {
  node: string
  channel: RedisBytes
  subscribers: number
  isSharded: boolean
}

/** Channels somebody listens to at this moment; others exist for nobody. */
export function ChannelList(props: {
  database: OpenDatabase
  onSubscribe: (added: Subscription) => void
}): ReactNode {
  const t = useRedisTexts()
  const { database, onSubscribe } = props
  const query = useCall(
    serverChannels,
    { body: { ...bodyOf(database), pattern: '' } },
    { tag: 'redis:topics.pubsub.title', told: 'inline', staleTimeMs: 0 },
  )
  return (
    <ServerPanel title={t('topics.pubsub.list')} query={query}>
      {(nodes) => {
        const rows = nodes.flatMap(({ node, data }) => data.channels.map((each): Row => ({ node, ...each })))
        const patterns = nodes.reduce((sum, { data }) => sum + data.patterns, 0)
        const isCut = nodes.some(({ data }) => data.isCut)
        return (
          <ServerTable<Row>
            name="redis-channels"
            label={t('topics.pubsub.list')}
            rows={rows}
            rowKey={({ node, channel, isSharded }) => `${node} ${isSharded} ${bytesId(channel)}`}
            text={({ channel }) => shownBytes(channel)}
            actions={
              <span>
                {t('topics.pubsub.patternCount', { count: patterns })}
                {isCut ? ` · ${t('topics.pubsub.cut')}` : ''}
              </span>
            }
            columns={[
              textColumn('channel', t('topics.pubsub.channel'), ({ channel }) => shownBytes(channel), {
                width: 260,
              }),
              textColumn('kind', t('topics.pubsub.kind'), ({ isSharded }) =>
                t(isSharded ? 'topics.pubsub.sharded' : 'topics.pubsub.channels'),
              ),
              numberColumn('subscribers', t('topics.pubsub.subscribers'), ({ subscribers }) => subscribers),
              {
                key: 'listen',
                title: '',
                width: 120,
                text: () => '',
                render: ({ channel, isSharded }) =>
                  typeof channel === 'string' ? (
                    <Button
                      size="small"
                      type="link"
                      onClick={() => onSubscribe({ kind: isSharded ? 'sharded' : 'channels', name: channel })}
                    >
                      {t('topics.pubsub.subscribe')}
                    </Button>
                  ) : null,
              },
            ]}
          />
        )
      }}
    </ServerPanel>
  )
}
