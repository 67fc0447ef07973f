import { call, queryKeyOf, useCall } from '@qd/web-calls'
import { IconButton, Item, ItemList, LoadingRows, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, openConfirm, openDialog, toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp, Eye, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { deleteViewer, listViewers, saveViewer } from '../../../contract/index.ts'
import type { BoundViewer, RedisBytes, ValueView } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { KeyPlace } from '../key-place.ts'
import { BindForm } from './bind-form.tsx'
import { viewersArgs } from './bound-views.ts'
import type { LineFormats } from './bound-views.ts'
import { OwnDecoders } from './own-decoders.tsx'
import { RecordLayouts } from './record-layouts.tsx'
import { viewName, viewerPattern } from './view-names.ts'
import styles from './viewers-dialog.module.css'

export interface ViewersGiven {
  readonly place: KeyPlace
  readonly field: RedisBytes | null
  /** To be bound to keys like this one; null: the list alone. */
  readonly view: ValueView | null
  /** Of the value in view, unpacked: a layout says how many records it holds; null: unknown. */
  readonly valueBytes: number | null
}

function askDelete(
  lineId: string,
  { viewerId, revision, keyPattern }: BoundViewer,
  onDone: () => void,
): void {
  openConfirm({
    title: redisText('viewers.delete'),
    text: redisText('viewers.deleteText', { pattern: keyPattern }),
    action: redisText('viewers.delete'),
    run: async () => {
      await call(
        deleteViewer,
        { body: { lineId, viewerId, revision } },
        { tag: 'redis:viewers.delete', told: 'form' },
      )
      onDone()
    },
  })
}

async function moveUp(lineId: string, viewer: BoundViewer, position: number): Promise<void> {
  const { viewerId, revision, by: _by, at: _at, ...rest } = viewer
  await call(
    saveViewer,
    { body: { lineId, viewerId, revision, viewer: rest, position } },
    { tag: 'redis:viewers.up', told: 'toast' },
  )
}

function ViewerItem(props: {
  viewer: BoundViewer
  at: number
  lineId: string
  formats: LineFormats
  mayEdit: boolean
  onDone: () => void
}): ReactNode {
  const { viewer, at, lineId, formats, mayEdit, onDone } = props
  const t = useRedisTexts()
  const { keyPattern } = viewer
  return (
    <Item
      icon={<Eye size={15} aria-hidden />}
      title={<bdi className={styles.pattern}>{viewerPattern(viewer)}</bdi>}
      facts={[[viewer.by, <Time key="at" at={viewer.at} />]]}
      buttons={
        mayEdit ? (
          <>
            <IconButton
              isSmall
              label={t('viewers.up')}
              disabled={at === 0}
              onClick={() =>
                void moveUp(lineId, viewer, at - 1)
                  .catch(() => undefined)
                  .finally(onDone)
              }
            >
              <ArrowUp size={14} aria-hidden />
            </IconButton>
            <IconButton
              isSmall
              label={t('viewers.deleteOf', { pattern: keyPattern })}
              onClick={() => askDelete(lineId, viewer, onDone)}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </>
        ) : null
      }
    >
      <span>{viewName(viewer, formats, t)}</span>
    </Item>
  )
}

function ViewersDialog(props: ViewersGiven & { onClose: () => void }): ReactNode {
  const { place, field, view, valueBytes, onClose } = props
  const t = useRedisTexts()
  const queries = useQueryClient()
  const { data, error, refetch } = useCall(listViewers, viewersArgs(place), {
    tag: 'redis:viewers.title',
    told: 'inline',
    staleTimeMs: 0,
  })
  const reload = (): void => void queries.invalidateQueries({ queryKey: queryKeyOf(listViewers) })
  if (data === undefined) {
    return error === null ? (
      <LoadingRows rows={4} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  const { list, decoders, layouts, mayEdit, mayManage } = data
  const formats = { decoders, layouts }
  const { lineId } = place
  return (
    <div className={styles.dialog}>
      {view === null ? null : mayEdit ? (
        <BindForm
          place={place}
          field={field}
          view={view}
          formats={formats}
          onDone={() => {
            reload()
            toast.success(redisText('viewers.saved'))
            onClose()
          }}
          onClose={onClose}
        />
      ) : (
        <p className={styles.hint}>{t('viewers.mayNot')}</p>
      )}
      <section aria-label={t('viewers.list')} className={styles.part}>
        <h3 className={styles.title}>{t('viewers.list')}</h3>
        {list.length === 0 ? (
          <EmptyState icon={<Eye />} title={t('viewers.none')} hint={t('viewers.noneHint')} />
        ) : (
          <>
            <p className={styles.hint}>{t('viewers.orderHint')}</p>
            <ItemList>
              {list.map((viewer, at) => (
                <ViewerItem
                  key={viewer.viewerId}
                  {...{ viewer, at, lineId, formats, mayEdit }}
                  onDone={reload}
                />
              ))}
            </ItemList>
          </>
        )}
      </section>
      <RecordLayouts {...{ lineId, layouts, viewers: list, mayEdit, valueBytes }} onDone={reload} />
      <OwnDecoders {...{ lineId, decoders, viewers: list, mayManage }} onDone={reload} />
    </div>
  )
}

/** The viewers of a line: bound to patterns of keys, in their order, and its own decoders. */
export function openViewers(given: ViewersGiven): void {
  openDialog(({ close }) => <ViewersDialog {...given} onClose={close} />, {
    title: redisText(given.view === null ? 'viewers.title' : 'viewers.bindTitle'),
    width: 640,
  })
}
