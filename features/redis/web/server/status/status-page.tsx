import { useCall } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { InputNumber, Select } from 'antd'
import { Pause, Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { serverInfo } from '../../../contract/index.ts'
import type { InfoField } from '../../../contract/index.ts'
import { REFRESH_SECONDS_MAX, useRefreshSeconds } from '../../settings/refresh-seconds.ts'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { Facts } from '../parts/facts.tsx'
import { infoOf } from '../parts/info.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, textColumn } from '../parts/server-table.tsx'
import { LiveCharts } from './live-charts.tsx'
import { useSamples } from './samples.ts'
import { statusFacts } from './status-facts.ts'

/** The cards are read again more slowly than the curves. */
const FACTS_MS = 10_000

type Row = InfoField & { node: string }
type Nodes = readonly { node: string; data: { fields: InfoField[] } }[]

function InfoTable({ nodes }: { nodes: Nodes }): ReactNode {
  const t = useRedisTexts()
  const columns = useMemo(
    () => [
      textColumn<Row>('name', t('server.name'), ({ name }) => name, { width: 280 }),
      textColumn<Row>('value', t('server.value'), ({ value }) => value, { isGrowing: true, width: 220 }),
      textColumn<Row>('section', t('server.status.section'), ({ section }) => section),
    ],
    [t],
  )
  const rows = nodes.flatMap(({ node, data }) => data.fields.map((field) => ({ ...field, node })))
  return (
    <>
      <h3 className={styles.heading}>{t('server.status.all')}</h3>
      <ServerTable
        name="redis.server.info"
        label={t('server.status.all')}
        rows={rows}
        columns={columns}
        rowKey={({ node, section, name }) => `${node} ${section} ${name}`}
        text={({ section, name, value }) => `${section} ${name} ${value}`}
      />
    </>
  )
}

/** Which node the figures are of; nothing to choose where there is one. */
function NodeChoice(props: { nodes: Nodes; value: string; onChange: (node: string) => void }): ReactNode {
  const t = useRedisTexts()
  if (props.nodes.length < 2) return null
  return (
    <div className={styles.choice}>
      <Select
        size="small"
        aria-label={t('server.node')}
        value={props.value}
        options={[
          { value: '', label: t('server.allNodes') },
          ...props.nodes.map(({ node }) => ({ value: node, label: node })),
        ]}
        onChange={props.onChange}
      />
    </div>
  )
}

/** How the server is: figures, curves of the last minutes, and all of INFO (S9.06). */
export function StatusPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [seconds, setSeconds] = useRefreshSeconds()
  const [isPaused, setPaused] = useState(false)
  const [chosen, setChosen] = useState('')
  const { samples, failure } = useSamples(database, { seconds, isPaused })
  const query = useCall(
    serverInfo,
    { body: bodyOf(database) },
    {
      tag: 'redis:server.status.title',
      told: 'inline',
      staleTimeMs: 0,
      refetchIntervalMs: isPaused ? false : FACTS_MS,
    },
  )
  const kept = isPaused ? t('server.status.paused') : t('server.status.kept')
  return (
    <ServerPanel
      title={t('server.status.title')}
      query={query}
      status={failure === '' ? kept : failure}
      actions={
        <>
          <InputNumber
            size="small"
            className={styles.every}
            aria-label={t('server.status.every')}
            title={t('server.status.every')}
            min={1}
            max={REFRESH_SECONDS_MAX}
            precision={0}
            value={seconds}
            suffix={t('detail.unit.seconds')}
            onChange={(next) => (next === null ? undefined : setSeconds(next))}
          />
          <IconButton
            isSmall
            label={t(isPaused ? 'server.status.resume' : 'server.status.pause')}
            aria-pressed={isPaused}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          </IconButton>
        </>
      }
    >
      {(nodes) => {
        const shown = nodes.filter(({ node }) => chosen === '' || node === chosen)
        return (
          <>
            <NodeChoice nodes={nodes} value={chosen} onChange={setChosen} />
            <Facts
              label={t('server.status.title')}
              facts={statusFacts(
                t,
                shown.map(({ data }) => infoOf(data)),
              )}
            />
            <LiveCharts samples={samples} everyMs={seconds * 1_000} />
            <InfoTable nodes={shown} />
          </>
        )
      }}
    </ServerPanel>
  )
}
