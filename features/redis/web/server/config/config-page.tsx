import { useCall } from '@qd/web-calls'
import { IconButton, Tag } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { serverConfig } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, mayChangeServer, sendServerChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, textColumn } from '../parts/server-table.tsx'
import { openConfigEdit } from './edit-config.tsx'
import { knownSetting } from './known-settings.ts'

interface Setting {
  name: string
  isSecret: boolean
  isSet: boolean
  /** By node, in the order of the nodes. */
  values: string[]
  /** Not shown: all nodes are in one row. */
  node: string
}

type Nodes = readonly {
  node: string
  data: { values: { name: string; value: string; isSecret: boolean; isSet: boolean }[] }
}[]

/** One row for each setting, with what the nodes have. */
export function settingsOf(nodes: Nodes): Setting[] {
  const byName = new Map<string, Setting>()
  for (const { data } of nodes) {
    for (const { name, value, isSecret, isSet } of data.values) {
      const there = byName.get(name)
      if (there === undefined) byName.set(name, { name, isSecret, isSet, values: [value], node: '' })
      else there.values.push(value)
    }
  }
  return [...byName.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

const isDifferent = ({ values }: Setting): boolean => new Set(values).size > 1
const textOf = (setting: Setting): string => [...new Set(setting.values)].join(' | ')

function columnsOf(t: RedisTexts, onEdit: ((setting: Setting) => void) | null): DataColumn<Setting>[] {
  const meaning = ({ name }: Setting): string => {
    const known = knownSetting(name)
    return known === undefined ? '' : t(`server.config.known.${known}`)
  }
  const shown = (setting: Setting): ReactNode => {
    if (setting.isSecret) return <i>{t(setting.isSet ? 'server.config.secret' : 'server.config.noSecret')}</i>
    return (
      <span className={styles.tags} title={[textOf(setting), meaning(setting)].filter(Boolean).join(' · ')}>
        {onEdit === null ? null : (
          <IconButton
            isSmall
            label={t('server.config.edit', { name: setting.name })}
            onClick={() => onEdit(setting)}
          >
            <Pencil size={13} aria-hidden />
          </IconButton>
        )}
        <span className="qd-mono">{textOf(setting)}</span>
        {isDifferent(setting) ? <Tag tone="warn">{t('server.config.differs')}</Tag> : null}
        <span className={styles.note}>{meaning(setting)}</span>
      </span>
    )
  }
  return [
    textColumn('name', t('server.name'), ({ name }) => name, { width: 240 }),
    { ...textColumn('value', t('server.value'), textOf, { isGrowing: true, width: 240 }), render: shown },
  ]
}

/** Settings of the server, without secrets; changed on all nodes at once, written to the file as a step of its own. */
export function ConfigPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverConfig,
    { body: bodyOf(database) },
    { tag: 'redis:server.config.title', told: 'inline', staleTimeMs: 0 },
  )
  const { refetch } = query
  const columns = useMemo(() => {
    const edit = ({ name, values }: Setting) =>
      openConfigEdit({ database, name, before: values, onDone: () => void refetch() })
    return columnsOf(t, mayChangeServer(database) === null ? edit : null)
  }, [t, database, refetch])
  const files = [...new Set(query.data?.nodes.flatMap(({ data }) => (data === null ? [] : [data.file])))]
  const file = files.filter(Boolean).join(', ') || t('server.config.noFile')
  const title = t('server.config.rewrite')
  return (
    <ServerPanel
      title={t('server.config.title')}
      query={query}
      status={files.length === 0 ? undefined : t('server.config.file', { file })}
      actions={
        <ChangeButton
          database={database}
          isDisabled={!files.some(Boolean)}
          onClick={() => void sendServerChange(database, { kind: 'rewriteConfig' }, { title })}
        >
          {title}
        </ChangeButton>
      }
    >
      {(nodes) => (
        <ServerTable
          name="redis.server.config"
          label={t('server.config.title')}
          rows={settingsOf(nodes)}
          columns={columns}
          rowKey={({ name }) => name}
          text={(setting) => `${setting.name} ${setting.isSecret ? '' : textOf(setting)}`}
        />
      )}
    </ServerPanel>
  )
}
