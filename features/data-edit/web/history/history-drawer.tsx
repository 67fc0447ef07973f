import { EmptyState, ErrorState, LoadingRows, call } from '@qd/web-kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { editHistory } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { EditCard } from './edit-card.tsx'
import styles from './history.module.css'

const PAGE = 20

function useHistory(isOpen: boolean) {
  const { uId, baseAddress } = useEditorPlace()
  return useInfiniteQuery({
    queryKey: [editHistory.path, uId],
    enabled: isOpen,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        editHistory,
        { query: { uId }, body: { limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { baseAddress, silent: true, signal },
      ),
    getNextPageParam: (page) => (page.more ? page.list.at(-1)?.id : undefined),
  })
}

function HistoryList({ isOpen }: { isOpen: boolean }): ReactNode {
  const t = useEditTexts()
  const history = useHistory(isOpen)
  if (history.isPending) return <LoadingRows rows={6} rowHeight={84} />
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  const edits = history.data.pages.flatMap((page) => page.list)
  if (edits.length === 0) return <EmptyState title={t('history.none')} hint={t('history.noneHint')} />
  return (
    <>
      <ul className={styles.list}>
        {edits.map((edit) => (
          <EditCard key={edit.id} edit={edit} />
        ))}
      </ul>
      {history.hasNextPage ? (
        <div className={styles.more}>
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('history.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Edits made to this player through the console, newest first. */
export function HistoryDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      size={460}
      title={t('history.title')}
      styles={{ body: { padding: 0 }, wrapper: { maxWidth: '100vw' } }}
    >
      <HistoryList isOpen={isOpen} />
    </Drawer>
  )
}
