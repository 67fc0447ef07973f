import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { IconButton, SegmentedControl, Time } from '@qd/web-controls'
import { copyAloud } from '@qd/web-frame'
import type { DataColumn } from '@qd/web-tables'
import { Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { SLOW_SETTINGS, serverSlowLog } from '../../../contract/index.ts'
import type { SlowKind } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { openConfigEdit } from '../config/edit-config.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, sendServerChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'

type SlowNode = NonNullable<RouteReply<typeof serverSlowLog>['nodes'][number]['data']>
type Row = SlowNode['entries'][number] & { node: string }

/** `850 µs`, `12.3 ms`, `1.20 s`. */
export function microsecondsText(usec: number): string {
  if (usec < 1_000) return `${usec} µs`
  return usec < 1_000_000 ? `${(usec / 1_000).toFixed(1)} ms` : `${(usec / 1_000_000).toFixed(2)} s`
}

const costText = (kind: SlowKind, cost: number): string =>
  kind === 'slow' ? microsecondsText(cost) : sizeText(cost)

function columnsOf(t: RedisTexts, kind: SlowKind): DataColumn<Row>[] {
  const title = t(kind === 'slow' ? 'server.slow.cost' : 'server.slow.size')
  return [
    {
      key: 'at',
      title: t('server.time'),
      holds: 'time',
      render: ({ at }) => <Time at={at} />,
      text: ({ at }) => new Date(at).toISOString(),
      compare: (left, right) => left.at - right.at,
    },
    numberColumn(
      'cost',
      title,
      ({ cost }) => cost,
      (cost) => costText(kind, cost),
    ),
    textColumn('command', t('server.command'), ({ command }) => command, { isGrowing: true, width: 260 }),
    textColumn(
      'client',
      t('server.slow.client'),
      ({ client, clientName }) => (clientName === '' ? client : `${client} (${clientName})`),
      { width: 180 },
    ),
  ]
}

/** From where on a command is logged and how many are kept, with a way to change both. */
function LogSettings(props: {
  database: OpenDatabase
  kind: SlowKind
  nodes: readonly { data: SlowNode }[]
  onDone: () => void
}): ReactNode {
  const t = useRedisTexts()
  const { database, kind, nodes, onDone } = props
  const names = SLOW_SETTINGS[kind]
  const thresholds = nodes.flatMap(({ data }) => (data.threshold === null ? [] : [data.threshold]))
  const lengths = nodes.flatMap(({ data }) => (data.length === null ? [] : [data.length]))
  if (thresholds.length === 0 || lengths.length === 0) return null
  const shown = (values: readonly number[], text: (value: number) => string) =>
    [...new Set(values)].map(text).join(' | ')
  const edit = (name: string, before: readonly number[]) => () =>
    openConfigEdit({ database, name, before: before.map(String), onDone })
  return (
    <p className={styles.settings}>
      {t('server.slow.threshold', {
        value: shown(thresholds, (value) => costText(kind, value)),
        length: shown(lengths, formatQuantity),
      })}
      <ChangeButton database={database} onClick={edit(names.threshold, thresholds)}>
        {t('server.slow.setThreshold')}
      </ChangeButton>
      <ChangeButton database={database} onClick={edit(names.length, lengths)}>
        {t('server.slow.setLength')}
      </ChangeButton>
    </p>
  )
}

/** Slow commands of all nodes, the newest first; large requests and replies where the server keeps those. */
export function SlowPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [kind, setKind] = useState<SlowKind>('slow')
  const query = useCall(
    serverSlowLog,
    { body: { ...bodyOf(database), log: kind } },
    { tag: 'redis:server.slow.title', told: 'inline', staleTimeMs: 0, keepsPrevious: true },
  )
  const columns = useMemo(() => columnsOf(t, kind), [t, kind])
  const kinds = query.data?.kinds ?? []
  const replicas = new Set(query.data?.replicas)
  const named = (node: string): string => (replicas.has(node) ? `${node} · ${t('topics.replica')}` : node)
  const reset = async (): Promise<void> => {
    await sendServerChange(database, { kind: 'resetSlowLog', log: kind }, { title: t('server.slow.reset') })
    await query.refetch()
  }
  return (
    <ServerPanel
      title={t('server.slow.title')}
      query={query}
      actions={
        <ChangeButton database={database} onClick={() => void reset()}>
          {t('server.slow.reset')}
        </ChangeButton>
      }
    >
      {(nodes) => {
        const rows = nodes
          .flatMap(({ node, data }) => data.entries.map((entry) => ({ ...entry, node: named(node) })))
          .toSorted((left, right) => right.at - left.at)
        const lines = rows.map(({ at, cost, command, client, node }) =>
          [new Date(at).toISOString(), costText(kind, cost), command, client, node].join('\t'),
        )
        return (
          <>
            {kinds.length < 2 ? null : (
              <div className={styles.choice}>
                <SegmentedControl<SlowKind>
                  label={t('server.slow.title')}
                  value={kind}
                  segments={kinds.map((value) => ({ value, label: t(`server.slow.kind.${value}`) }))}
                  onChange={setKind}
                />
              </div>
            )}
            <LogSettings database={database} kind={kind} nodes={nodes} onDone={() => void query.refetch()} />
            <ServerTable
              name="redis.server.slow"
              label={t('server.slow.title')}
              rows={rows}
              hasNodes={replicas.size > 0}
              columns={columns}
              rowKey={({ node, id }) => `${node} ${id}`}
              text={({ command, client, clientName }) => `${command} ${client} ${clientName}`}
              actions={
                <IconButton
                  isSmall
                  label={t('server.slow.copy')}
                  disabled={rows.length === 0}
                  onClick={() => void copyAloud(lines.join('\n'))}
                >
                  <Copy size={14} aria-hidden />
                </IconButton>
              }
            />
          </>
        )
      }}
    </ServerPanel>
  )
}
