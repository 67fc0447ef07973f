import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { RouteReply } from '@qd/contract-kit'
import type { ReactNode } from 'react'
import { serverReplication } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { SilentNodes } from '../parts/server-panel.tsx'
import { OnePanel } from './one-panel.tsx'
import styles from './topology.module.css'

type Replication = RouteReply<typeof serverReplication>
type NodeView = NonNullable<Replication['nodes'][number]['data']>
type SentinelView = NonNullable<Replication['sentinels'][number]['data']>
type Peer = SentinelView['master']

/** A replica that was heard so long ago is behind for another reason than its work. */
const LATE_SECONDS = 10

function Master({ node, view }: { node: string; view: NodeView }): ReactNode {
  const t = useRedisTexts()
  const { master, backlog, replicas } = view
  return (
    <li>
      <span className={styles.line}>
        <b className="qd-mono">{node}</b>
        <Tag tone="theme">{t(view.role === 'master' ? 'topics.master' : 'topics.replica')}</Tag>
        <small>{t('topics.replication.offset', { offset: formatQuantity(view.offset) })}</small>
        <small>
          {backlog.isActive
            ? t('topics.replication.backlog', {
                length: sizeText(backlog.length),
                size: sizeText(backlog.size),
              })
            : t('topics.replication.noBacklog')}
        </small>
        {master === null ? null : (
          <>
            <Tag tone={master.link === 'up' ? 'ok' : 'error'}>
              {t('topics.replication.copies', { master: master.address, link: master.link })}
            </Tag>
            {master.isSyncing ? <Tag tone="warn">{t('topics.replication.syncing')}</Tag> : null}
          </>
        )}
      </span>
      <ul>
        {replicas.length === 0 ? (
          <li>
            <small>{t('topics.replication.none')}</small>
          </li>
        ) : null}
        {replicas.map((each) => (
          <li key={each.address}>
            <span className={styles.line}>
              <span className="qd-mono">{each.address}</span>
              <Tag tone={each.state === 'online' ? 'ok' : 'warn'}>{each.state}</Tag>
              <small>
                {t('topics.replication.lag', { bytes: sizeText(each.lagBytes), seconds: each.lagSeconds })}
              </small>
              {each.lagSeconds > LATE_SECONDS ? <Tag tone="warn">{t('topics.replication.late')}</Tag> : null}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

function PeerLine({ peer, what }: { peer: Peer; what: string }): ReactNode {
  const t = useRedisTexts()
  return (
    <li>
      <span className={styles.line}>
        <small>{what}</small>
        <span className="qd-mono">{peer.address}</span>
        <Tag tone={peer.isDown ? 'error' : 'ok'}>
          {peer.isDown ? peer.flags.join(' ') : t('topics.replication.up')}
        </Tag>
      </span>
    </li>
  )
}

function Sentinel({ node, view }: { node: string; view: SentinelView }): ReactNode {
  const t = useRedisTexts()
  return (
    <li>
      <span className={styles.line}>
        <b className="qd-mono">{node}</b>
        <Tag tone="theme">{view.group}</Tag>
        <small>
          {t('topics.replication.quorum', { quorum: view.quorum, known: view.sentinels.length + 1 })}
        </small>
      </span>
      <ul>
        <PeerLine peer={view.master} what={t('topics.master')} />
        {view.replicas.map((peer) => (
          <PeerLine key={peer.address} peer={peer} what={t('topics.replica')} />
        ))}
        {view.sentinels.map((peer) => (
          <PeerLine key={peer.address} peer={peer} what={t('topics.replication.sentinel')} />
        ))}
      </ul>
    </li>
  )
}

/** Who copies whom, how far behind, and what each sentinel sees. */
export function ReplicationPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverReplication,
    { body: bodyOf(database) },
    { tag: 'redis:topics.replication.title', staleTimeMs: 0, refetchIntervalMs: 5_000, told: 'inline' },
  )
  return (
    <OnePanel title={t('topics.replication.title')} query={query}>
      {({ nodes, sentinels }) => (
        <>
          <SilentNodes nodes={nodes} />
          <ul className={styles.tree} aria-label={t('topics.replication.tree')}>
            {nodes.map(({ node, data }) =>
              data === null ? null : <Master key={node} node={node} view={data} />,
            )}
          </ul>
          {sentinels.length === 0 ? null : (
            <>
              <h3 className={styles.heading}>{t('topics.replication.sentinels')}</h3>
              <SilentNodes nodes={sentinels} />
              <ul className={styles.tree} aria-label={t('topics.replication.sentinels')}>
                {sentinels.map(({ node, data }) =>
                  data === null ? null : <Sentinel key={node} node={node} view={data} />,
                )}
              </ul>
            </>
          )}
        </>
      )}
    </OnePanel>
  )
}
