import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Tag, Time } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { serverInfo } from '../../../contract/index.ts'
import { sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { bodyOf, sendServerChange } from '../parts/change.ts'
import { Facts } from '../parts/facts.tsx'
import type { Fact } from '../parts/facts.tsx'
import { infoNumber, infoOf } from '../parts/info.ts'
import type { Info } from '../parts/info.ts'
import styles from '../parts/parts.module.css'
import { ServerPanel } from '../parts/server-panel.tsx'

const yesNo = (t: RedisTexts, info: Info, name: string): string =>
  t(info.get(name) === '1' ? 'server.persistence.yes' : 'server.persistence.no')

function StateTag({ state }: { state: string }): ReactNode {
  return <Tag tone={state === 'ok' ? 'ok' : 'error'}>{state}</Tag>
}

/** Of snapshots: what INFO persistence says. */
function snapshotFacts(t: RedisTexts, info: Info): Fact[] {
  const saved = infoNumber(info, 'rdb_last_save_time')
  return [
    {
      label: t('server.persistence.lastSave'),
      value: saved === 0 ? '–' : <Time at={saved * 1_000} />,
    },
    {
      label: t('server.persistence.lastState'),
      value: <StateTag state={info.get('rdb_last_bgsave_status') ?? '–'} />,
    },
    {
      label: t('server.persistence.changes'),
      value: formatQuantity(infoNumber(info, 'rdb_changes_since_last_save')),
    },
    { label: t('server.persistence.running'), value: yesNo(t, info, 'rdb_bgsave_in_progress') },
  ]
}

/** Of the append file; sizes only where there is one. */
function appendFacts(t: RedisTexts, info: Info): Fact[] {
  const enabled = { label: t('server.persistence.enabled'), value: yesNo(t, info, 'aof_enabled') }
  if (info.get('aof_enabled') !== '1') return [enabled]
  return [
    enabled,
    { label: t('server.persistence.size'), value: sizeText(infoNumber(info, 'aof_current_size')) },
    {
      label: t('server.persistence.lastState'),
      value: <StateTag state={info.get('aof_last_bgrewrite_status') ?? '–'} />,
      more: info.get('aof_last_write_status'),
    },
    { label: t('server.persistence.running'), value: yesNo(t, info, 'aof_rewrite_in_progress') },
  ]
}

/** What of the data is on disk, and since when. */
export function PersistencePage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    serverInfo,
    { body: bodyOf(database) },
    { tag: 'redis:server.persistence.title', told: 'inline', staleTimeMs: 0 },
  )
  const send = async (kind: 'saveDatabase' | 'rewriteAppendFile', title: string): Promise<void> => {
    await sendServerChange(database, { kind }, { title })
    await query.refetch()
  }
  const [save, rewrite] = [t('server.persistence.save'), t('server.persistence.rewrite')]
  return (
    <ServerPanel title={t('server.persistence.title')} query={query}>
      {(nodes) => (
        <>
          <div className={styles.settings}>
            <ChangeButton database={database} onClick={() => void send('saveDatabase', save)}>
              {save}
            </ChangeButton>
            <ChangeButton database={database} onClick={() => void send('rewriteAppendFile', rewrite)}>
              {rewrite}
            </ChangeButton>
          </div>
          {nodes.map(({ node, data }) => {
            const info = infoOf(data)
            const of = nodes.length > 1 ? ` · ${node}` : ''
            const [rdb, aof] = [t('server.persistence.rdb') + of, t('server.persistence.aof') + of]
            return (
              <section key={node}>
                <h3 className={styles.heading}>{rdb}</h3>
                <Facts label={rdb} facts={snapshotFacts(t, info)} />
                <h3 className={styles.heading}>{aof}</h3>
                <Facts label={aof} facts={appendFacts(t, info)} />
              </section>
            )
          })}
        </>
      )}
    </ServerPanel>
  )
}
