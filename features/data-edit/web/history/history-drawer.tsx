import { call } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import { MOST_UNDONE_AT_ONCE, editHistory } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { WHOLE_HISTORY } from '../state/history-place.ts'
import { useEditTexts } from '../texts.ts'
import { EditCard, isUndoable } from './edit-card.tsx'
import { HistoryFilterBar } from './history-filter.tsx'
import type { HistoryFilter } from './history-filter.tsx'
import { openUndoMany } from './undo-dialog.tsx'
import styles from './history.module.css'

const PAGE = 20

function useHistory(place: Place | null, filter: HistoryFilter) {
  const { uId, player, at } = useEditorPlace()
  const named = place === null ? {} : { place: { ...place, path: place.path.map(String) } }
  return useInfiniteQuery({
    queryKey: [editHistory.path, player, named, filter],
    // What others did since the drawer was open last is not heard of behind another tab.
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) }
      const body = { ...page, ...filter, ...named }
      return call(
        editHistory,
        { query: { uId }, body },
        { at, tag: 'data-edit:history.title', told: 'inline', signal },
      )
    },
    getNextPageParam: (page) => (page.more ? page.list.at(-1)?.id : undefined),
  })
}

interface HistoryListProps {
  place: Place | null
  filter: HistoryFilter
  onClear: () => void
}

function NoEdits({ place, filter, onClear }: HistoryListProps): ReactNode {
  const t = useEditTexts()
  const isFiltered = Object.values(filter).some((part) => part !== undefined)
  if (!isFiltered) {
    return (
      <EmptyState
        title={t(place === null ? 'history.none' : 'history.ofPlace')}
        hint={t('history.noneHint')}
      />
    )
  }
  return (
    <EmptyState
      title={t('history.filtered')}
      action={<Button onClick={onClear}>{t('history.clear')}</Button>}
    />
  )
}

/** The edits, of which several can be picked and undone together; those of a place go back one by one. */
function PickableList({ edits, place }: { edits: readonly Edit[]; place: Place | null }): ReactNode {
  const t = useEditTexts()
  const at = useEditorPlace()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const canPick = place === null && at.canUndo
  const chosen = edits.filter((edit) => picked.has(edit.id) && isUndoable(edit))
  const pick = (id: string, isPicked: boolean): void => {
    const others = [...picked].filter((each) => each !== id)
    setPicked(new Set(isPicked ? [...others, id] : others))
  }
  const isFull = chosen.length > MOST_UNDONE_AT_ONCE
  return (
    <>
      <ul className={styles.list}>
        {edits.map((edit) => (
          <EditCard
            key={edit.id}
            edit={edit}
            at={place}
            isPicked={canPick ? picked.has(edit.id) : undefined}
            onPick={(isPicked) => pick(edit.id, isPicked)}
          />
        ))}
      </ul>
      {chosen.length === 0 ? null : (
        <div className={styles.picked} role="region" aria-label={t('undo.picked', { count: chosen.length })}>
          <span>
            {isFull
              ? t('undo.tooMany', { count: MOST_UNDONE_AT_ONCE })
              : t('undo.picked', { count: chosen.length })}
          </span>
          <Button size="small" onClick={() => setPicked(new Set())}>
            {t('grid.unpick')}
          </Button>
          <Button
            size="small"
            type="primary"
            disabled={isFull}
            onClick={() => openUndoMany(at, chosen, () => setPicked(new Set()))}
          >
            {t('undo.many')}
          </Button>
        </div>
      )}
    </>
  )
}

function HistoryList(props: HistoryListProps): ReactNode {
  const t = useEditTexts()
  const history = useHistory(props.place, props.filter)
  if (history.isPending) return <LoadingRows rows={6} rowHeight={84} />
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  const edits = history.data.pages.flatMap((page) => page.list)
  if (edits.length === 0) return <NoEdits {...props} />
  return (
    <>
      <PickableList edits={edits} place={props.place} />
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

function History({ place }: { place: Place | null }): ReactNode {
  const { player } = useEditorPlace()
  const [filter, setFilter] = useState<HistoryFilter>({})
  // Cleared fields begin anew: what was typed into them goes too.
  const [cleared, setCleared] = useState(0)
  return (
    <>
      <HistoryFilterBar
        key={cleared}
        place={place}
        filter={filter}
        onPlace={() => useEditor.getState().patch(player, { history: WHOLE_HISTORY })}
        onFilter={setFilter}
      />
      <HistoryList
        place={place}
        filter={filter}
        onClear={() => {
          setFilter({})
          setCleared(cleared + 1)
        }}
      />
    </>
  )
}

/** Edits made to this player through the console, newest first; or those of one place of their data. */
export function HistoryDrawer(): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const view = useSessionPart(({ history }) => history)
  const [shown, setShown] = useState(WHOLE_HISTORY)
  // While the drawer slides out it keeps what it showed.
  if (view !== null && view !== shown) setShown(view)
  const { place } = shown
  return (
    <Drawer
      open={view !== null}
      onClose={() => useEditor.getState().patch(player, { history: null })}
      size={460}
      title={t('history.title')}
      styles={{ body: { padding: 0 }, wrapper: { maxWidth: '100vw' } }}
      destroyOnHidden
    >
      <History key={place === null ? '' : placeId(place)} place={place} />
    </Drawer>
  )
}
