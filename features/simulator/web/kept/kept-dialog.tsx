import { formatQuantity } from '@qd/web-base'
import { useQueryClient } from '@tanstack/react-query'
import { call, queryKeyOf, useCall } from '@qd/web-calls'
import { Item, ItemList, LoadingRows, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, openConfirm, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { keptDelete, keptList } from '../../contract/index.ts'
import type { KeptTimeline } from '../../contract/index.ts'
import { openConnection } from '../connections/connection-store.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import { inMebibytes } from './in-mebibytes.ts'
import styles from './kept.module.css'

function openKept({ lineId, name, keptId, sId, recordId }: KeptTimeline): void {
  const readAs = { ...(sId === undefined ? {} : { sId }), ...(recordId === undefined ? {} : { recordId }) }
  openConnection(
    { target: { kind: 'capture', lineId, name, keptId, ...readAs }, account: { kind: 'none' } },
    name,
  )
}

function askDelete({ lineId, keptId, name }: KeptTimeline, refresh: () => Promise<void>): void {
  openConfirm({
    title: simulatorText('page.kept.delete'),
    text: simulatorText('page.kept.deleteAsk', { name }),
    action: simulatorText('page.kept.delete'),
    run: async () => {
      await call(
        keptDelete,
        { body: { lineId, keptId } },
        { tag: 'simulator:page.kept.delete', told: 'form' },
      )
      await refresh()
    },
  })
}

function KeptRow(props: { kept: KeptTimeline; onOpen: () => void; refresh: () => Promise<void> }): ReactNode {
  const t = useSimulatorTexts()
  const { kept, onOpen, refresh } = props
  const { name, title, uId, frames, bytes, node, isHere, keptAt } = kept
  const player: [string, string][] = uId === '' ? [] : [[t('page.kept.player'), uId]]
  return (
    <Item
      title={name}
      facts={[[t('page.kept.keptAt'), <Time key="at" at={keptAt} />], ...player]}
      buttons={
        <>
          <Button
            size="small"
            aria-label={`${t('page.kept.open')} ${name}`}
            disabled={!isHere}
            onClick={onOpen}
          >
            {t('page.kept.open')}
          </Button>
          <Button
            size="small"
            danger
            aria-label={`${t('page.kept.delete')} ${name}`}
            onClick={() => askDelete(kept, refresh)}
          >
            {t('page.kept.delete')}
          </Button>
        </>
      }
    >
      <span>{title}</span>
      <span>{t('page.kept.facts', { frames: formatQuantity(frames), size: inMebibytes(bytes) })}</span>
      {isHere ? null : <span className={styles.elsewhere}>{t('page.kept.elsewhere', { node })}</span>}
    </Item>
  )
}

function KeptDialog({ lineId, onClose }: { lineId: string; onClose: () => void }): ReactNode {
  const t = useSimulatorTexts()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeyOf(keptList) })
  const kept = useCall(keptList, { body: { lineId } }, { tag: 'simulator:page.kept.title', told: 'inline' })
  if (kept.isError) return <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />
  if (kept.data === undefined) return <LoadingRows rows={3} />
  const { list, bytes, limitBytes } = kept.data
  if (list.length === 0) {
    return <EmptyState icon={<History />} title={t('page.kept.empty')} hint={t('page.kept.emptyHint')} />
  }
  return (
    <>
      <ItemList>
        {list.map((each) => (
          <KeptRow
            key={each.keptId}
            kept={each}
            refresh={refresh}
            onOpen={() => {
              onClose()
              openKept(each)
            }}
          />
        ))}
      </ItemList>
      <p className={styles.share}>
        {t('page.kept.share', { used: inMebibytes(bytes), limit: inMebibytes(limitBytes) })}
      </p>
    </>
  )
}

/** One's own kept time lines of a line: opened as a tab, or deleted. */
export function openKeptDialog(lineId: string): void {
  openDialog(({ close }) => <KeptDialog lineId={lineId} onClose={close} />, {
    title: simulatorText('page.kept.title'),
    width: 640,
  })
}
