import {
  Allowed,
  EmptyState,
  ErrorState,
  IconButton,
  LoadingRows,
  Time,
  call,
  openConfirm,
  useCall,
} from '@qd/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { manageSnapshots, snapshotDelete, snapshotList } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './compare.module.css'

/** Snapshots of the player, each to be compared with or deleted. */
export function SnapshotList({ onCompare }: { onCompare: (id: string) => void }): ReactNode {
  const t = useEditTexts()
  const { uId, baseAddress } = useEditorPlace()
  const queries = useQueryClient()
  const list = useCall(
    snapshotList,
    { query: { uId }, body: {} },
    { baseAddress, silent: true, staleTimeMs: 0 },
  )
  if (list.isPending) return <LoadingRows rows={2} />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const snapshots = list.data.list
  if (snapshots.length === 0)
    return <EmptyState title={t('compare.noSnapshots')} hint={t('compare.noSnapshotsHint')} />
  const remove = (id: string, name: string): void =>
    openConfirm({
      title: t('compare.deleteTitle', { name }),
      text: t('compare.deleteText'),
      action: t('compare.delete'),
      run: async () => {
        await call(snapshotDelete, { query: { uId }, body: { id } }, { baseAddress, silent: true })
        await queries.invalidateQueries({ queryKey: [snapshotList.path] })
      },
    })
  return (
    <ul className={styles.snapshots}>
      {snapshots.map(({ id, name, note, actor, at }) => (
        <li key={id}>
          <span className={styles.about}>
            <strong>{name}</strong>
            <span className={styles.by}>
              {actor} · <Time at={at} />
            </span>
            {note === '' ? null : <bdi className={styles.by}>{note}</bdi>}
          </span>
          <Button size="small" onClick={() => onCompare(id)}>
            {t('compare.compare')}
          </Button>
          <Allowed permission={manageSnapshots}>
            <IconButton label={t('compare.deleteTitle', { name })} onClick={() => remove(id, name)}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </Allowed>
        </li>
      ))}
    </ul>
  )
}
