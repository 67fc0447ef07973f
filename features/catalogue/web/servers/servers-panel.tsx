import { serverList } from '@qd/scope/contract'
import { isCallError, useTexts } from '@qd/web-base'
import { useCall, call } from '@qd/web-calls'
import { Panel, Tag, Time } from '@qd/web-controls'
import { EmptyState, toast } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { Plus, Server } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { switchServers } from '../../contract/index.ts'
import type { LineEntry, ServerEntry } from '../../contract/index.ts'
import { lineOfChosen, useCatalogue } from '../page/chosen.ts'
import { codecName } from './codec-text.ts'
import styles from './servers-panel.module.css'
import { useLineServers, useRefresh, useTree } from '../tree/use-tree.ts'

type Status = 'running' | 'stopped' | 'unknown'

/** State of the servers of a line that are switched on. */
function useStatuses(lineId: string | null): ReadonlyMap<number, Status> {
  const { data } = useCall(serverList, lineId === null ? null : { params: { lineId }, body: {} }, {
    tag: 'catalogue:column.status',
    told: { quiet: 'servers stand without their state; the next look is seconds away' },
    refetchIntervalMs: 30_000,
  })
  return useMemo(() => new Map(data?.map(({ sId, status }) => [sId, status])), [data])
}

function useColumns(statuses: ReadonlyMap<number, Status>): DataColumn<ServerEntry>[] {
  const t = useTexts('catalogue')
  return useMemo(() => {
    const stateOf = ({ sId, enabled }: ServerEntry) => {
      if (!enabled) return { mark: 'off', text: t('off') }
      const mark = statuses.get(sId) ?? 'unknown'
      return { mark, text: t(`status.${mark}`) }
    }
    return [
      {
        key: 'status',
        title: t('column.status'),
        holds: 'status',
        text: (row) => stateOf(row).text,
        render: (row) => {
          const { mark, text } = stateOf(row)
          return (
            <span className={styles.status} data-status={mark}>
              <span className={styles.dot} aria-hidden />
              {text}
            </span>
          )
        },
      },
      {
        key: 'sId',
        title: 'sId',
        holds: 'id',
        text: (row) => String(row.sId),
        compare: (a, b) => a.sId - b.sId,
        render: (row) => <code>{`S${row.sId}`}</code>,
      },
      {
        key: 'name',
        title: t('column.name'),
        width: 150,
        isGrowing: true,
        text: (row) => row.serviceName,
        compare: (a, b) => a.serviceName.localeCompare(b.serviceName),
        render: (row) => (
          <>
            <bdi>{row.serviceName}</bdi> {row.isManaged ? <Tag>{t('managed')}</Tag> : null}
          </>
        ),
      },
      {
        key: 'labels',
        title: t('column.labels'),
        width: 110,
        text: (row) => (row.labels ?? []).join(' '),
        render: (row) => (
          <span className={styles.labels}>
            {(row.labels ?? []).map((label) => (
              <Tag key={label}>{label}</Tag>
            ))}
          </span>
        ),
      },
      {
        key: 'apiUrl',
        title: t('column.address'),
        width: 210,
        isGrowing: true,
        text: (row) => row.apiUrl,
        render: (row) => <code title={row.apiUrl}>{row.apiUrl}</code>,
      },
      {
        key: 'key',
        title: t('column.key'),
        width: 84,
        text: (row) => t(row.hasHashKey ? 'keySet' : 'keyMissing'),
        render: (row) =>
          row.hasHashKey ? <Tag tone="ok">{t('keySet')}</Tag> : <Tag tone="warn">{t('keyMissing')}</Tag>,
      },
      {
        key: 'codec',
        title: t('column.codec'),
        width: 80,
        text: (row) => codecName(row.codec),
        render: (row) => <code>{codecName(row.codec)}</code>,
      },
      {
        key: 'openedAt',
        title: t('column.opened'),
        holds: 'time',
        compare: (a, b) => (a.openedAt ?? 0) - (b.openedAt ?? 0),
        render: (row) => <Time at={row.openedAt} />,
      },
    ]
  }, [statuses, t])
}

interface BulkProps {
  lineId: string
  checked: ReadonlySet<string>
  onDone: () => void
}

function BulkButtons({ lineId, checked, onDone }: BulkProps): ReactNode {
  const t = useTexts('catalogue')
  const refresh = useRefresh()
  const turn = async (enabled: boolean): Promise<void> => {
    try {
      const sIds = [...checked].map(Number)
      const { changed } = await call(
        switchServers,
        { body: { lineId, sIds, enabled } },
        { tag: 'catalogue:title', told: 'toast' },
      )
      toast.success(t('switched', { number: changed }))
      onDone()
      await refresh()
    } catch (error) {
      // The call has told it.
      if (!isCallError(error)) throw error
    }
  }
  return (
    <>
      <Button size="small" onClick={() => void turn(true)}>
        {t('switchOn')}
      </Button>
      <Button size="small" onClick={() => void turn(false)}>
        {t('switchOff')}
      </Button>
    </>
  )
}

function ServerTable({ line }: { line: LineEntry }): ReactNode {
  const t = useTexts('catalogue')
  const { chosen, choose } = useCatalogue()
  const { lineId, isEditable } = line
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const servers = useLineServers(lineId)
  const columns = useColumns(useStatuses(lineId))
  const selected = chosen?.kind === 'server' && chosen.sId !== null ? String(chosen.sId) : null
  const add = (
    <Button
      size="small"
      icon={<Plus size={14} aria-hidden />}
      onClick={() => choose({ kind: 'server', lineId, sId: null })}
    >
      {t('addServer')}
    </Button>
  )
  return (
    <DataTable<ServerEntry>
      name="catalogue.servers"
      label={t('servers', { line: line.name })}
      columns={columns}
      rows={servers.data}
      rowKey={(row) => String(row.sId)}
      error={servers.error}
      onRetry={() => void servers.refetch()}
      selectedKey={selected}
      onSelect={(row) => choose({ kind: 'server', lineId, sId: row.sId })}
      empty={
        <EmptyState title={t('noServers')} hint={t('noServersHint')} action={isEditable ? add : undefined} />
      }
      {...(isEditable ? { checked, onCheck: setChecked } : {})}
      filters={
        checked.size === 0 ? undefined : (
          <BulkButtons lineId={lineId} checked={checked} onDone={() => setChecked(new Set())} />
        )
      }
      actions={isEditable ? add : undefined}
    />
  )
}

/** Servers of the chosen line. */
export function ServersPanel(): ReactNode {
  const t = useTexts('catalogue')
  const { chosen } = useCatalogue()
  const { data } = useTree()
  const lineId = lineOfChosen(chosen)
  const line = data?.lines.find((each) => each.lineId === lineId)
  if (line === undefined) {
    return (
      <Panel title={t('kind.server')} icon={<Server size={15} aria-hidden />}>
        <EmptyState title={t('chooseLine')} hint={t('chooseLineHint')} />
      </Panel>
    )
  }
  return (
    <Panel
      title={t('servers', { line: line.name })}
      icon={<Server size={15} aria-hidden />}
      count={line.servers}
    >
      <ServerTable key={line.lineId} line={line} />
    </Panel>
  )
}
