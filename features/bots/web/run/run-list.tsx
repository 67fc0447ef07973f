import type { RouteReply } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { LoadingRows, Panel, Time } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import type { botsRuns } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'
import styles from './run.module.css'

interface RunListProps {
  className?: string | undefined
  runs: { data: RouteReply<typeof botsRuns> | undefined; error: CallError | null; refetch: () => unknown }
  chosen: string | undefined
  onOpen: (jobId: string) => void
}

/** Earlier runs on the server, newest first. */
export function RunList({ className = '', runs, chosen, onOpen }: RunListProps): ReactNode {
  const t = useBotsTexts()
  const list = runs.data?.list
  return (
    <Panel className={className} title={t('runs.title')} icon={<History size={15} aria-hidden />}>
      {runs.error !== null ? <ErrorState error={runs.error} onRetry={() => void runs.refetch()} /> : null}
      {list === undefined && runs.error === null ? <LoadingRows rows={3} /> : null}
      {list?.length === 0 ? <EmptyState title={t('runs.empty')} /> : null}
      {list === undefined || list.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th data-text>{t('runs.name')}</th>
                <th>{t('load.clients')}</th>
                <th data-text>{t('runs.owner')}</th>
                <th data-text>{t('runs.at')}</th>
                <th data-text>{t('runs.end')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((run) => (
                <tr key={run.jobId} aria-current={run.jobId === chosen}>
                  <td data-text>
                    <button type="button" className={styles.open} onClick={() => onOpen(run.jobId)}>
                      {run.title || t('untitled')}
                    </button>
                    {run.record === '' ? null : <small>{run.record}</small>}
                  </td>
                  <td>{formatQuantity(run.load.clients)}</td>
                  <td data-text>{run.owner}</td>
                  <td data-text>
                    <Time at={run.startedAt} />
                  </td>
                  <td data-text>{run.ended === null ? t('runs.open') : t(`ended.${run.ended}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
