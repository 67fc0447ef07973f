import { isCallError, saveFile } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { IconButton, LoadingRows, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, openConfirm } from '@qd/web-frame'
import type { RouteReply } from '@qd/contract-kit'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { FileDown, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { snapshotDelete, snapshotGet, snapshotList } from '../../contract/index.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './compare.module.css'

/** A snapshot as a file: who was kept, when and by whom, and their data as the game had it. */
function snapshotText(
  player: { game: string; uId: string },
  { name, note, actor, at, version, md5, data }: RouteReply<typeof snapshotGet>,
): string {
  const format = 'quarterdeck-snapshot'
  return JSON.stringify({ format, ...player, name, note, actor, at, version, md5, data }, null, 2)
}

/** Snapshots of the player, each to be compared with or deleted. */
export function SnapshotList({ onCompare }: { onCompare: (id: string) => void }): ReactNode {
  const t = useEditTexts()
  const { uId, at, canSnapshot } = useEditorPlace()
  const { game } = useEditorSession()
  const queries = useQueryClient()
  const list = useCall(
    snapshotList,
    { query: { uId }, body: {} },
    { at, tag: 'data-edit:compare.snapshots', told: 'inline', staleTimeMs: 0 },
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
        await call(
          snapshotDelete,
          { query: { uId }, body: { id } },
          { at, tag: 'data-edit:compare.delete', told: 'form' },
        )
        await queries.invalidateQueries({ queryKey: [snapshotList.path] })
      },
    })
  const save = async (id: string): Promise<void> => {
    try {
      const read = await call(
        snapshotGet,
        { query: { uId }, body: { id } },
        { at, tag: 'data-edit:compare.snapshots', told: 'toast' },
      )
      saveFile(`snapshot-${uId}-${read.name}.json`, snapshotText({ game, uId }, read))
    } catch (error) {
      // The call has told it.
      if (!isCallError(error)) throw error
    }
  }
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
          <IconButton label={t('compare.exportTitle', { name })} onClick={() => void save(id)}>
            <FileDown size={14} aria-hidden />
          </IconButton>
          {canSnapshot ? (
            <IconButton label={t('compare.deleteTitle', { name })} onClick={() => remove(id, name)}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
