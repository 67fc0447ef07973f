import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { DataColumn } from '@qd/web-tables'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { serverInfo } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, sendServerChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'
import { ServerTable, numberColumn, textColumn } from '../parts/server-table.tsx'
import { commandRows, errorCounts } from './command-rows.ts'
import type { CommandRow } from './command-rows.ts'

const percentText = (share: number): string => `${(share * 100).toFixed(1)}%`
const usecText = (usec: number): string => usec.toFixed(usec < 10 ? 2 : 0)

function columnsOf(t: RedisTexts): DataColumn<CommandRow>[] {
  return [
    textColumn('command', t('server.command'), ({ command }) => command, { width: 180 }),
    numberColumn('calls', t('server.calls'), ({ calls }) => calls, formatQuantity),
    numberColumn('share', t('server.commands.share'), ({ share }) => share, percentText),
    numberColumn('perCall', t('server.commands.perCall'), ({ perCall }) => perCall, usecText),
    numberColumn('p50', 'p50 µs', ({ p50 }) => p50, usecText),
    numberColumn('p99', 'p99 µs', ({ p99 }) => p99, usecText),
    numberColumn('rejected', t('server.commands.rejected'), ({ rejected }) => rejected, formatQuantity),
    numberColumn('failed', t('server.commands.failed'), ({ failed }) => failed, formatQuantity),
  ]
}

/** How often each command was sent and what it took. */
export function CommandsPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const columns = useMemo(() => columnsOf(t), [t])
  const query = useCall(
    serverInfo,
    { body: bodyOf(database) },
    { tag: 'redis:server.commands.title', told: 'inline', staleTimeMs: 0 },
  )
  const reset = async (): Promise<void> => {
    await sendServerChange(database, { kind: 'resetStatistics' }, { title: t('server.commands.reset') })
    await query.refetch()
  }
  return (
    <ServerPanel
      title={t('server.commands.title')}
      query={query}
      actions={
        <ChangeButton database={database} onClick={() => void reset()}>
          {t('server.commands.reset')}
        </ChangeButton>
      }
    >
      {(nodes) => {
        const errors = errorCounts(nodes.flatMap(({ data }) => data.fields))
        const list = errors.map(([kind, count]) => `${kind} ${formatQuantity(count)}`).join(' · ')
        const rows = nodes.flatMap(({ node, data }) => commandRows(node, data.fields))
        return (
          <>
            {list === '' ? null : <p className={styles.note}>{t('server.commands.errors', { list })}</p>}
            <ServerTable
              name="redis.server.commands"
              label={t('server.commands.title')}
              rows={rows.toSorted((left, right) => right.usec - left.usec)}
              columns={columns}
              rowKey={({ node, command }) => `${node} ${command}`}
              text={({ command }) => command}
            />
          </>
        )
      }}
    </ServerPanel>
  )
}
