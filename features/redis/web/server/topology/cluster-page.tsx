import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { DataTable } from '@qd/web-tables'
import type { RouteReply } from '@qd/contract-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { serverCluster, serverSlots } from '../../../contract/index.ts'
import type { ClusterNode } from '../../../contract/index.ts'
import { shownBytes, sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { OnePanel } from './one-panel.tsx'
import { SilentNodes } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'
import { SlotMap, rangesText } from './slot-map.tsx'
import styles from './topology.module.css'

type Cluster = RouteReply<typeof serverCluster>
type SlotsNode = RouteReply<typeof serverSlots>['nodes'][number]
type HotSlot = NonNullable<SlotsNode['data']>['slots'][number] & { node: string }

function stateOf(t: RedisTexts, { flags, isLinked, msg }: ClusterNode): ReactNode {
  if (msg !== '') {
    return (
      <Tag tone="error" title={msg}>
        {t('topics.cluster.unreachable')}
      </Tag>
    )
  }
  if (flags.length > 0) return <Tag tone={flags.includes('fail') ? 'error' : 'warn'}>{flags.join(' ')}</Tag>
  return (
    <Tag tone={isLinked ? 'ok' : 'error'}>
      {t(isLinked ? 'topics.cluster.linked' : 'topics.cluster.unlinked')}
    </Tag>
  )
}

function Nodes({ nodes }: { nodes: readonly ClusterNode[] }): ReactNode {
  const t = useRedisTexts()
  const addressOf = (id: string): string => nodes.find((each) => each.id === id)?.address ?? id
  return (
    <DataTable<ClusterNode>
      name="redis-cluster-nodes"
      label={t('topics.cluster.nodes')}
      rows={nodes}
      rowKey={({ id }) => id}
      columns={[
        textColumn('address', t('topics.cluster.address'), ({ address }) => address, { width: 180 }),
        textColumn(
          'role',
          t('topics.cluster.role'),
          ({ role, masterId }) =>
            role === 'master' ? t('topics.master') : t('topics.replicaOf', { master: addressOf(masterId) }),
          { width: 240 },
        ),
        {
          key: 'state',
          title: t('topics.cluster.state'),
          width: 120,
          text: ({ flags, msg }) => [...flags, msg].join(' '),
          render: (node) => stateOf(t, node),
        },
        textColumn('slots', t('topics.cluster.slots'), ({ slots }) => rangesText(slots), { width: 180 }),
        numberColumn('count', t('topics.cluster.slotCount'), ({ slotCount }) => slotCount),
        numberColumn('keys', t('topics.cluster.keys'), ({ keys }) => keys),
        numberColumn('memory', t('topics.cluster.memory'), ({ memory }) => memory, sizeText),
        numberColumn('operations', t('topics.cluster.operations'), ({ operations }) => operations),
      ]}
    />
  )
}

function Warnings({ cluster }: { cluster: Cluster }): ReactNode {
  const t = useRedisTexts()
  const { nodes, moving, uncovered, state } = cluster
  const addressOf = (id: string): string => nodes.find((each) => each.id === id)?.address ?? id
  const lines = [
    ...(state === 'ok' ? [] : [t('topics.cluster.notOk', { state })]),
    ...(uncovered.length === 0 ? [] : [t('topics.cluster.uncovered', { ranges: rangesText(uncovered) })]),
    ...moving
      .slice(0, 20)
      .map(({ slot, from, to }) =>
        t('topics.cluster.moving', { slot, from: addressOf(from), to: addressOf(to) }),
      ),
    ...nodes
      .filter(({ msg }) => msg !== '')
      .map(({ address, msg }) => t('topics.cluster.silent', { address, reason: msg })),
  ]
  if (lines.length === 0) return null
  return (
    <div className={styles.warn} role="status">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}

function HotSlots({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [isWanted, setWanted] = useState(false)
  const { data, isFetching, refetch } = useCall(serverSlots, isWanted ? { body: bodyOf(database) } : null, {
    tag: 'redis:topics.cluster.hot',
    told: 'inline',
    staleTimeMs: 60_000,
  })
  const rows = (data?.nodes ?? []).flatMap(({ node, data: found }) =>
    (found?.slots ?? []).map((each) => ({ node, ...each })),
  )
  const isEstimate = data?.nodes.some(({ data: found }) => found?.isEstimate === true) === true
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="small"
          loading={isFetching}
          onClick={() => (isWanted ? void refetch() : setWanted(true))}
        >
          {t('topics.cluster.findHot')}
        </Button>
        <p className={styles.note}>
          {isEstimate ? t('topics.cluster.estimate') : t('topics.cluster.hotHint')}
        </p>
      </div>
      {data === undefined ? null : (
        <>
          <SilentNodes nodes={data.nodes} />
          <ServerTable<HotSlot>
            name="redis-hot-slots"
            label={t('topics.cluster.hot')}
            rows={rows}
            rowKey={({ node, slot }) => `${node} ${slot}`}
            text={({ slot }) => String(slot)}
            columns={[
              numberColumn<HotSlot>('slot', t('topics.cluster.slot'), ({ slot }) => slot, String),
              numberColumn<HotSlot>('keys', t('topics.cluster.keys'), ({ keys }) => keys),
              numberColumn<HotSlot>('cpu', t('topics.cluster.cpu'), ({ cpuUsec }) => cpuUsec),
              numberColumn<HotSlot>('input', t('topics.cluster.input'), ({ input }) => input, sizeText),
              numberColumn<HotSlot>('output', t('topics.cluster.output'), ({ output }) => output, sizeText),
            ]}
          />
        </>
      )}
    </>
  )
}

/** Nodes and slots of a cluster, and where a key belongs. */
export function ClusterPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [key, setKey] = useState('')
  const isCluster = database.server.mode === 'cluster' || database.server.isClusterNode
  const query = useCall(
    serverCluster,
    isCluster ? { body: { ...bodyOf(database), ...(key === '' ? {} : { key }) } } : null,
    { tag: 'redis:topics.cluster.title', told: 'inline', staleTimeMs: 0, keepsPrevious: true },
  )
  return (
    <OnePanel
      title={t('topics.cluster.title')}
      query={query}
      {...(isCluster ? {} : { none: t('topics.cluster.notCluster') })}
    >
      {(cluster) => {
        const masters = cluster.nodes.filter(({ slotCount }) => slotCount > 0)
        const { place } = cluster
        const owner = cluster.nodes.find(({ id }) => id === place?.nodeId)
        return (
          <div className={styles.page}>
            <Warnings cluster={cluster} />
            <div className={styles.bar}>
              <Input.Search
                size="small"
                className={styles.key}
                aria-label={t('topics.cluster.whose')}
                placeholder={t('topics.cluster.whose')}
                enterButton={t('topics.cluster.find')}
                onSearch={setKey}
                allowClear
              />
              {place === null ? null : (
                <p className={styles.note} role="status">
                  {t('topics.cluster.place', {
                    slot: formatQuantity(place.slot),
                    node: owner?.address ?? t('topics.cluster.nobody'),
                    hashed: shownBytes(place.hashed),
                  })}
                </p>
              )}
            </div>
            <SlotMap masters={masters} uncovered={cluster.uncovered} marked={place?.slot ?? null} />
            <Nodes nodes={cluster.nodes} />
            <HotSlots database={database} />
          </div>
        )
      }}
    </OnePanel>
  )
}
