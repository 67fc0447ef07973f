import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Time } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import type { DataColumn } from '@qd/web-tables'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { serverLatency } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { openConfigEdit } from '../config/edit-config.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, sendServerChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'

type Latency = NonNullable<RouteReply<typeof serverLatency>['nodes'][number]['data']>
type Event = Latency['events'][number] & { node: string }
type Times = Latency['histogram'][number] & { node: string }

const SETTING = 'latency-monitor-threshold'
const msText = (ms: number): string => `${formatQuantity(ms)} ms`

const eventColumns = (t: RedisTexts): DataColumn<Event>[] => [
  textColumn('event', t('server.latency.event'), ({ event }) => event),
  {
    key: 'at',
    title: t('server.time'),
    holds: 'time',
    render: ({ latest }) => <Time at={latest.at} />,
    compare: (left, right) => left.latest.at - right.latest.at,
  },
  numberColumn('latest', t('server.latency.latest'), ({ latest }) => latest.ms, msText),
  numberColumn('most', t('server.latency.most'), ({ maxMs }) => maxMs, msText),
  textColumn(
    'history',
    t('server.latency.history'),
    ({ history }) =>
      history
        .map(({ ms }) => ms)
        .toReversed()
        .slice(0, 40)
        .join(', '),
    { isGrowing: true, width: 200 },
  ),
]

const bucketsText = ({ buckets }: Times): string =>
  buckets.map(({ usec, calls }) => `≤${formatQuantity(usec)} µs: ${formatQuantity(calls)}`).join(' · ')

const timeColumns = (t: RedisTexts): DataColumn<Times>[] => [
  textColumn('command', t('server.command'), ({ command }) => command.replace('|', ' ').toUpperCase()),
  numberColumn('calls', t('server.calls'), ({ calls }) => calls, formatQuantity),
  textColumn('buckets', t('server.latency.histogram'), bucketsText, { isGrowing: true, width: 300 }),
]

/** The monitor is off somewhere: what it is and how it is turned on. */
function MonitorOff(props: { database: OpenDatabase; before: string[]; onDone: () => void }): ReactNode {
  const t = useRedisTexts()
  const { database, before, onDone } = props
  return (
    <EmptyState
      title={t('server.latency.off')}
      hint={t('server.latency.offHint')}
      action={
        <ChangeButton
          database={database}
          onClick={() => openConfigEdit({ database, name: SETTING, before, onDone })}
        >
          {t('server.latency.turnOn')}
        </ChangeButton>
      }
    />
  )
}

function Events(props: { nodes: readonly { node: string; data: Latency }[] }): ReactNode {
  const t = useRedisTexts()
  const columns = useMemo(() => eventColumns(t), [t])
  return (
    <ServerTable
      name="redis.server.latency"
      label={t('server.latency.title')}
      rows={props.nodes.flatMap(({ node, data }) => data.events.map((event) => ({ ...event, node })))}
      columns={columns}
      rowKey={({ node, event }) => `${node} ${event}`}
      text={({ event }) => event}
    />
  )
}

function Histogram(props: { nodes: readonly { node: string; data: Latency }[] }): ReactNode {
  const t = useRedisTexts()
  const columns = useMemo(() => timeColumns(t), [t])
  const rows = props.nodes.flatMap(({ node, data }) => data.histogram.map((times) => ({ ...times, node })))
  if (rows.length === 0) return null
  return (
    <>
      <h3 className={styles.heading}>{t('server.latency.histogram')}</h3>
      <ServerTable
        name="redis.server.histogram"
        label={t('server.latency.histogram')}
        rows={rows}
        columns={columns}
        rowKey={({ node, command }) => `${node} ${command}`}
        text={({ command }) => command}
      />
    </>
  )
}

/** What held the server up, in its own words, and how long commands take. */
export function LatencyPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverLatency,
    { body: bodyOf(database) },
    { tag: 'redis:server.latency.title', told: 'inline', staleTimeMs: 0 },
  )
  const again = (): void => void query.refetch()
  const reset = async (): Promise<void> => {
    await sendServerChange(database, { kind: 'resetLatency' }, { title: t('server.latency.reset') })
    again()
  }
  const thresholds = query.data?.nodes.flatMap(({ data }) => {
    const threshold = data?.threshold ?? null
    return threshold === null ? [] : [threshold]
  })
  const known = [...new Set(thresholds)]
  return (
    <ServerPanel
      title={t('server.latency.title')}
      query={query}
      status={known.length === 0 ? undefined : t('server.latency.threshold', { ms: known.join(' | ') })}
      actions={
        <ChangeButton database={database} onClick={() => void reset()}>
          {t('server.latency.reset')}
        </ChangeButton>
      }
    >
      {(nodes) => (
        <>
          {known.includes(0) ? (
            <MonitorOff database={database} before={known.map(String)} onDone={again} />
          ) : (
            <Events nodes={nodes} />
          )}
          {nodes.map(({ node, data }) =>
            data.doctor === '' ? null : (
              <section key={node}>
                <h3 className={styles.heading}>
                  {t('server.latency.doctor')}
                  {nodes.length > 1 ? ` · ${node}` : ''}
                </h3>
                <pre className={styles.words}>{data.doctor}</pre>
              </section>
            ),
          )}
          <Histogram nodes={nodes} />
        </>
      )}
    </ServerPanel>
  )
}
