import { useCall } from '@qd/web-calls'
import { EmptyState } from '@qd/web-frame'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { serverModules } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, textColumn } from '../parts/server-table.tsx'

interface Row {
  node: string
  name: string
  version: number
}

/** Modules that have a page, or whose keys the detail of a key reads more of than their type. */
const SHOWN = {
  ReJSON: 'json',
  bf: 'info',
  timeseries: 'info',
  vectorset: 'info',
  ft: 'search',
  search: 'search',
} as const

const isShown = (name: string): name is keyof typeof SHOWN => Object.hasOwn(SHOWN, name)

/** `20609` as `2.6.9`. */
export const versionText = (version: number): string =>
  [Math.floor(version / 10_000), Math.floor(version / 100) % 100, version % 100].join('.')

/** Modules the server has loaded, and what the console can do with their keys. */
export function ModulesPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverModules,
    { body: bodyOf(database) },
    { tag: 'redis:server.modules.title', told: 'inline', staleTimeMs: 0 },
  )
  const columns = useMemo(() => {
    const shown = ({ name }: Row) => {
      const as = isShown(name) ? SHOWN[name] : 'unknown'
      return as === 'search' ? t('server.indexes.title') : t(`server.modules.${as}`)
    }
    return [
      textColumn<Row>('name', t('server.name'), ({ name }) => name),
      textColumn<Row>('version', t('server.status.version'), ({ version }) => versionText(version)),
      textColumn<Row>('shown', t('server.modules.shows'), shown, { isGrowing: true, width: 240 }),
    ]
  }, [t])
  return (
    <ServerPanel title={t('server.modules.title')} query={query}>
      {(nodes) => {
        const rows = nodes.flatMap(({ node, data }) => data.modules.map((each) => ({ ...each, node })))
        if (rows.length === 0) return <EmptyState title={t('server.modules.none')} />
        return (
          <ServerTable
            name="redis.server.modules"
            label={t('server.modules.title')}
            rows={rows}
            columns={columns}
            rowKey={({ node, name }) => `${node} ${name}`}
            text={({ name }) => name}
          />
        )
      }}
    </ServerPanel>
  )
}
