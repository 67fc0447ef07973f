import { isCallError } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Banner, LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteReply } from '@qd/contract-kit'
import { Button } from 'antd'
import { FileQuestion, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { keyPage, keyShow } from '../../contract/index.ts'
import type { RedisBytes } from '../../contract/index.ts'
import { openBin } from '../bin/bin-dialog.tsx'
import { useRedisTexts } from '../texts.ts'
import { hideKey, holdKey, sameBytes, whenChanged } from '../workspace/workspace.ts'
import type { OpenDatabase, OpenKey } from '../workspace/workspace.ts'
import { KeyFacts } from './head/key-facts.tsx'
import { KeyHead } from './head/key-head.tsx'
import { UndoNote } from './head/undo-note.tsx'
import { InfoBody } from './info-body.tsx'
import { JsonBody } from './json-body.tsx'
import { placeOf } from './key-place.ts'
import type { KeyPlace } from './key-place.ts'
import { isOfKey, refreshHead, refreshKey } from './key-queries.ts'
import { isJsonType, rowTypeOf } from './key-type.ts'
import { RowsBody } from './rows/rows-body.tsx'
import { StreamBody } from './stream/stream-body.tsx'
import { StringBody } from './string-body.tsx'
import styles from './detail.module.css'

type Shown = RouteReply<typeof keyShow>

/** So many pages are read again by themselves; of more, only the head. */
const PAGES_AGAIN = 4

interface BodyProps {
  place: KeyPlace
  shown: Shown
  canEdit: boolean
  locked: string
  onDirty: (isDirty: boolean) => void
  onChangedType: () => void
}

/** The value by its type. */
function KeyBody({ place, shown, canEdit, locked, onDirty, onChangedType }: BodyProps): ReactNode {
  const { type } = shown
  const facts = <KeyFacts shown={shown} locked={locked} />
  const rowType = rowTypeOf(type)
  if (rowType !== null) {
    const Body = rowType === 'stream' ? StreamBody : RowsBody
    return (
      <Body
        place={place}
        type={rowType}
        hasFieldTtl={shown.hasFieldTtl}
        canEdit={canEdit}
        length={shown.length}
        facts={facts}
        onDirty={onDirty}
        onChangedType={onChangedType}
      />
    )
  }
  const shared = { place, canEdit, facts, onDirty }
  if (type === 'string') return <StringBody {...shared} onChangedType={onChangedType} />
  return isJsonType(type) ? (
    <JsonBody {...shared} />
  ) : (
    <InfoBody type={type} info={shown.info} items={shown.items} facts={facts} />
  )
}

/** The key is not there, or no longer: said in its place, with the ways on. */
function Gone(props: {
  opened: OpenKey
  place: KeyPlace
  wasThere: boolean
  onReload: () => void
}): ReactNode {
  const t = useRedisTexts()
  return (
    <EmptyState
      icon={<FileQuestion />}
      title={t(props.wasThere ? 'detail.gone' : 'detail.notThere')}
      hint={t('detail.goneHint')}
      action={
        <span className={styles.ways}>
          <Button onClick={props.onReload}>{t('detail.refresh')}</Button>
          <Button onClick={() => openBin(props.place)}>{t('bin.open')}</Button>
          <Button onClick={() => hideKey(props.opened)}>{t('detail.close')}</Button>
        </span>
      }
    />
  )
}

/** Follows what was changed from here, in the tree or in another tab; of what is gone there is only the head to read. */
function useFollow(opened: OpenKey, refresh: () => void, readHead: () => void): void {
  useEffect(
    () =>
      whenChanged(({ databaseId, added, removed, changed, isFlushed }) => {
        if (databaseId !== opened.databaseId) return
        const isOf = (keys: readonly RedisBytes[]) => keys.some((key) => sameBytes(key, opened.key))
        if (isFlushed === true || isOf(removed)) readHead()
        else if (isOf(added) || isOf(changed)) refresh()
      }),
    [opened, refresh, readHead],
  )
}

/** The type it was first seen with; undefined: it was not there yet. */
function useFirstType(type: string | undefined): [string | undefined, () => void] {
  const now = type === 'none' ? undefined : type
  const [first, setFirst] = useState(now)
  if (first === undefined && now !== undefined) setFirst(now)
  return [first, () => setFirst(now)]
}

/** One key: its head, and its value by its type. */
export function KeyDetail({ opened, database }: { opened: OpenKey; database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const queries = useQueryClient()
  const place = useMemo(() => placeOf(database, opened.key), [database, opened])
  const show = useCall(keyShow, { body: place }, { tag: 'redis:page.detail', told: 'inline', staleTimeMs: 0 })
  const refresh = useCallback(() => void refreshKey(queries, place), [queries, place])
  const readHead = useCallback(() => void refreshHead(queries, place), [queries, place])
  useFollow(opened, refresh, readHead)
  const hold = useCallback((isDirty: boolean) => holdKey(opened, isDirty), [opened])
  const isLong = useCallback(
    () =>
      queries
        .getQueriesData<{ pages: unknown[] }>({ queryKey: [keyPage.path] })
        .some(([queryKey, data]) => (data?.pages.length ?? 0) > PAGES_AGAIN && isOfKey(queryKey, place)),
    [queries, place],
  )
  const shown = show.data
  const [first, takeType] = useFirstType(shown?.type)
  const isThere = shown !== undefined && shown.type !== 'none'
  const isRetyped = isThere && first !== undefined && first !== shown.type
  const canEdit = isThere && shown.mayEdit
  const locked =
    !isThere || canEdit ? '' : t(database.connection.readOnly ? 'detail.readOnly' : 'detail.noRight')
  return (
    <div data-kept className={styles.key}>
      <KeyHead
        place={place}
        shown={isThere ? shown : null}
        readAt={show.dataUpdatedAt}
        canEdit={canEdit}
        isLong={isLong}
      />
      {!isRetyped ? null : (
        <Banner
          tone="warn"
          icon={<TriangleAlert size={15} aria-hidden />}
          action={
            <Button size="small" onClick={takeType}>
              {t('detail.dismiss')}
            </Button>
          }
        >
          {t('detail.typeChanged', { before: first, after: shown.type })}
        </Banner>
      )}
      {isThere && isCallError(show.error) ? (
        <Banner tone="err" icon={<TriangleAlert size={15} aria-hidden />}>
          {show.error.told}
        </Banner>
      ) : null}
      <div className={styles.keyBody}>
        {shown === undefined ? (
          show.error === null ? (
            <LoadingRows rows={8} />
          ) : (
            <ErrorState error={show.error} onRetry={() => void show.refetch()} />
          )
        ) : isThere ? (
          <KeyBody
            key={shown.type}
            place={place}
            shown={shown}
            canEdit={canEdit}
            locked={locked}
            onDirty={hold}
            onChangedType={readHead}
          />
        ) : (
          <Gone opened={opened} place={place} wasThere={first !== undefined} onReload={refresh} />
        )}
      </div>
      <footer className={styles.foot}>
        <span className={styles.state} data-ok={show.error === null}>
          {show.error === null
            ? t('detail.connected', { ms: database.server.ms.toFixed(1) })
            : t('detail.failed')}
        </span>
        <span>{`Redis ${database.server.version} · ${database.connection.name} DB${database.db}`}</span>
        <UndoNote place={place} />
        <span className={styles.promise}>{canEdit ? t('detail.promise') : ''}</span>
      </footer>
    </div>
  )
}
