import { useCall } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { serverClients } from '../../../contract/index.ts'
import type { ServerClient } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import { ttlText } from '../../detail/model/ttl.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, sendServerChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'

type Row = ServerClient & { node: string }

/** Names in the question; the others are counted. */
const NAMED = 10
/** What one call may end. */
const MOST = 500

const keyOf = ({ node, id }: Row): string => `${node} ${id}`
const seconds = (value: number): string => ttlText(value * 1_000)

function columnsOf(t: RedisTexts): DataColumn<Row>[] {
  return [
    { ...numberColumn<Row>('id', 'ID', ({ id }) => Number(id), String), width: 72 },
    {
      ...textColumn<Row>('address', t('server.clients.address'), ({ address }) => address, { width: 220 }),
      render: ({ address, isOwn }) => (
        <span className={styles.tags}>
          <span className="qd-mono">{address}</span>
          {isOwn ? <Tag tone="theme">{t('server.clients.own')}</Tag> : null}
        </span>
      ),
    },
    textColumn('name', t('server.name'), ({ name }) => name),
    textColumn('user', t('server.user'), ({ user }) => user, { width: 100 }),
    { ...numberColumn<Row>('db', 'DB', ({ db }) => db, String), width: 56 },
    numberColumn('age', t('server.clients.age'), ({ age }) => age, seconds),
    numberColumn('idle', t('server.clients.idle'), ({ idle }) => idle, seconds),
    textColumn('flags', t('server.clients.flags'), ({ flags }) => flags, { width: 80 }),
    textColumn('command', t('server.command'), ({ command }) => command),
    {
      ...numberColumn<Row>(
        'buffers',
        t('server.clients.buffers'),
        ({ queryBuffer, outputBuffer }) => queryBuffer + outputBuffer,
      ),
      width: 150,
      render: ({ queryBuffer, outputBuffer }) => `${sizeText(queryBuffer)} / ${sizeText(outputBuffer)}`,
    },
    numberColumn('memory', t('server.status.memory'), ({ memory }) => memory, sizeText),
    textColumn('library', 'lib', ({ library }) => library),
  ]
}

/** Who is connected to the server; chosen ones can be ended, the console itself never. */
export function ClientsPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const columns = useMemo(() => columnsOf(t), [t])
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const query = useCall(
    serverClients,
    { body: bodyOf(database) },
    { tag: 'redis:server.clients.title', told: 'inline', staleTimeMs: 0 },
  )
  const end = async (rows: readonly Row[]): Promise<void> => {
    const names = rows
      .slice(0, NAMED)
      .map(({ address, name }) => (name === '' ? address : `${address} (${name})`))
    const list = rows.length > NAMED ? `${names.join(', ')} …` : names.join(', ')
    await sendServerChange(
      database,
      { kind: 'killClients', clients: rows.map(({ node, id }) => ({ node, id })) },
      {
        title: t('server.clients.kill', { count: rows.length }),
        what: t('server.clients.killText', { count: rows.length, list }),
      },
    )
    setChecked(new Set())
    await query.refetch()
  }
  return (
    <ServerPanel title={t('server.clients.title')} query={query}>
      {(nodes) => {
        const rows = nodes.flatMap(({ node, data }) => data.clients.map((client) => ({ ...client, node })))
        const hidden = nodes.reduce((sum, { data }) => sum + data.total - data.clients.length, 0)
        const chosen = rows.filter((row) => checked.has(keyOf(row)) && !row.isOwn).slice(0, MOST)
        return (
          <>
            {hidden === 0 ? null : (
              <p className={styles.note}>{t('server.clients.more', { count: hidden })}</p>
            )}
            <ServerTable
              name="redis.server.clients"
              label={t('server.clients.title')}
              rows={rows}
              columns={columns}
              rowKey={keyOf}
              text={(row) =>
                `${row.id} ${row.address} ${row.name} ${row.user} ${row.flags} ${row.command} ${row.library}`
              }
              checked={checked}
              onCheck={setChecked}
              actions={
                <ChangeButton
                  database={database}
                  isDisabled={chosen.length === 0}
                  onClick={() => void end(chosen)}
                >
                  {t('server.clients.kill', { count: chosen.length })}
                </ChangeButton>
              }
            />
          </>
        )
      }}
    </ServerPanel>
  )
}
