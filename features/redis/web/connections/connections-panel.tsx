import { permissionKey } from '@qd/contract-kit'
import { queryKeyOf, useMay, useScope } from '@qd/web-calls'
import {
  EnvironmentTag,
  IconButton,
  ListSearch,
  LoadingRows,
  MenuButton,
  Panel,
  useReadings,
} from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission, useKept } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronRight, EllipsisVertical, Plus, Server } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { listConnections, readRedis, saveConnection } from '../../contract/index.ts'
import { ConsoleButton } from '../console/console-button.tsx'
import { LogButton } from '../log/log-button.tsx'
import { SettingsButton } from '../settings/settings-button.tsx'
import { useRedisTexts } from '../texts.ts'
import { useActiveDatabase } from '../workspace/workspace.ts'
import type { ActionContext } from './connection-actions.ts'
import { openConnectionDialog } from './connection-dialog.tsx'
import { byLine, searchConnections } from './connection-list.ts'
import type { ConnectionGroup, ConnectionLine } from './connection-list.ts'
import { ConnectionRow } from './connection-row.tsx'
import styles from './connections.module.css'
import { openExportDialog } from './export-dialog.tsx'
import { openImportDialog } from './import-dialog.tsx'
import { useConnections, useLines } from './use-connections.ts'
import type { Connections } from './use-connections.ts'

const NONE: readonly string[] = []
/** Fewer are seen at a glance. */
const SEARCH_FROM = 5

/** Arrow keys walk the rows. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-connection]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  if (by === 0 || at < 0) return
  event.preventDefault()
  rows[at + by]?.focus()
}

interface PartProps {
  context: ActionContext
  current: string | undefined
  /** A search opens all groups. */
  isSearching: boolean
}

function Group(props: PartProps & { group: ConnectionGroup; lineId: string }): ReactNode {
  const { group, lineId, context, current, isSearching } = props
  const [folded, setFolded] = useKept<readonly string[]>('redis.foldedGroups', NONE)
  const key = `${lineId}/${group.name}`
  const isFolded = group.name !== '' && folded.includes(key) && !isSearching
  const rows = isFolded ? null : (
    <ul className={styles.rows} data-inside={group.name !== ''}>
      {group.connections.map((connection) => (
        <ConnectionRow
          key={connection.id}
          connection={connection}
          isCurrent={connection.id === current}
          context={context}
        />
      ))}
    </ul>
  )
  if (group.name === '') return rows
  return (
    <>
      <button
        type="button"
        className={styles.group}
        aria-expanded={!isFolded}
        onClick={() => setFolded(isFolded ? folded.filter((each) => each !== key) : [...folded, key])}
      >
        <ChevronRight size={13} className={styles.arrow} data-open={!isFolded} aria-hidden />
        <span className={styles.groupName}>{group.name}</span>
        <span className={styles.groupCount}>{group.connections.length}</span>
      </button>
      {rows}
    </>
  )
}

function Line({ line, ...part }: PartProps & { line: ConnectionLine }): ReactNode {
  const { lineId, environment, groups } = line
  const name = part.context.lines.find((each) => each.lineId === lineId)?.name ?? lineId
  return (
    <section aria-label={name}>
      <h3 className={styles.line}>
        <span className={styles.lineName}>{name}</span>
        <EnvironmentTag environment={environment} />
      </h3>
      {groups.map((group) => (
        <Group key={group.name} group={group} lineId={lineId} {...part} />
      ))}
    </section>
  )
}

function List({ context }: { context: ActionContext }): ReactNode {
  const t = useRedisTexts()
  const [query, setQuery] = useState('')
  const readings = useReadings(query !== '')
  const current = useActiveDatabase()?.connection.id
  const { list } = context
  const lines = useMemo(() => byLine(searchConnections(list, query, readings)), [list, query, readings])
  return (
    <>
      {list.length < SEARCH_FROM ? null : (
        <ListSearch label={t('connections.search')} value={query} onChange={setQuery} />
      )}
      {lines.length === 0 ? <EmptyState title={t('connections.noneFound')} /> : null}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows in it have the focus */}
      <div className={styles.lines} onKeyDown={walkRows}>
        {lines.map((line) => (
          <Line
            key={line.lineId}
            line={line}
            context={context}
            current={current}
            isSearching={query !== ''}
          />
        ))}
      </div>
    </>
  )
}

function Body(props: { connections: Connections; context: ActionContext; create: ReactNode }): ReactNode {
  const t = useRedisTexts()
  const { connections, context, create } = props
  const { list, error, retry } = connections
  if (error !== null && list === undefined) return <ErrorState error={error} onRetry={retry} />
  if (list === undefined) return <LoadingRows rows={6} />
  if (list.length > 0) return <List context={context} />
  return (
    <EmptyState
      title={t('connections.empty')}
      hint={t(create === null ? 'connections.emptyNoRight' : 'connections.emptyHint')}
      action={create}
    />
  )
}

/** What acts on a list of connections, read again after each change. */
export function useActionContext(connections: Connections): ActionContext {
  const queries = useQueryClient()
  const lines = useLines()
  const refresh = useCallback(
    () => queries.invalidateQueries({ queryKey: queryKeyOf(listConnections) }),
    [queries],
  )
  const list = connections.list
  return useMemo(() => ({ list: list ?? [], lines, refresh }), [list, lines, refresh])
}

/** What who may manage connections can do with all of a line. */
function Actions({ context, create }: { context: ActionContext; create: () => void }): ReactNode {
  const t = useRedisTexts()
  const selected = useScope(({ lineId }) => lineId)
  const { refresh } = context
  const lines = context.lines.filter((line) => line.mayManage)
  const lineId = (lines.find((line) => line.lineId === selected) ?? lines[0])?.lineId ?? ''
  return (
    <>
      <IconButton isSmall label={t('connections.new')} onClick={create}>
        <Plus size={15} aria-hidden />
      </IconButton>
      <MenuButton
        label={t('connections.exchange.title')}
        items={[
          {
            key: 'import',
            label: t('connections.exchange.import'),
            onSelect: () => openImportDialog({ lines, lineId, refresh }),
          },
          {
            key: 'export',
            label: t('connections.exchange.export'),
            onSelect: () => openExportDialog({ lines, lineId }),
          },
        ]}
      >
        <EllipsisVertical size={14} aria-hidden />
      </MenuButton>
    </>
  )
}

/** The connections of the game by line; opens, tests and edits them. */
export function ConnectionsPanel(): ReactNode {
  const t = useRedisTexts()
  const connections = useConnections()
  const context = useActionContext(connections)
  const mayRead = useMay(listConnections)
  const mayManage = useMay(saveConnection)
  const create = (): void => openConnectionDialog(context)
  return (
    <Panel
      title={t('page.connections')}
      icon={<Server size={15} aria-hidden />}
      actions={
        <span className={styles.actions}>
          {mayManage ? <Actions context={context} create={create} /> : null}
          {mayRead ? <SettingsButton /> : null}
        </span>
      }
      status={
        <>
          <LogButton />
          <ConsoleButton />
        </>
      }
    >
      {mayRead ? (
        <Body
          connections={connections}
          context={context}
          create={mayManage ? <Button onClick={create}>{t('connections.new')}</Button> : null}
        />
      ) : (
        <NoPermission permission={permissionKey(readRedis)} />
      )}
    </Panel>
  )
}
