import type { z } from '@qd/contract-kit'
import { call, queryKeyOf, usePages } from '@qd/web-calls'
import { ListSearch, Tag, Time } from '@qd/web-controls'
import { EmptyState, openDialog, toast } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { listBin, restoreBin } from '../../contract/index.ts'
import type { RedisBytes, binEntry } from '../../contract/index.ts'
import { TypeBadge } from '../detail/head/type-badge.tsx'
import { databaseIdOf } from '../detail/key-place.ts'
import type { KeyPlace } from '../detail/key-place.ts'
import { shownBytes, sizeText } from '../detail/model/bytes.ts'
import { ttlText } from '../detail/model/ttl.ts'
import { DialogForm } from '../detail/edit/use-run.tsx'
import { redisText, useRedisTexts } from '../texts.ts'
import { showKey, tellChange } from '../workspace/workspace.ts'
import styles from './bin.module.css'

type Entry = z.output<typeof binEntry>
type Place = Omit<KeyPlace, 'key'>

const ACTIONS = ['deleted', 'overwritten', 'flushed'] as const

async function restore(place: Place, entry: Entry, to: RedisBytes | undefined): Promise<RedisBytes> {
  const { lineId, connectionId, db } = place
  const named = to === undefined ? {} : { to }
  const { key } = await call(
    restoreBin,
    { body: { lineId, connectionId, db, binId: entry.binId, ...named } },
    { tag: 'redis:bin.restore', told: 'form' },
  )
  const databaseId = databaseIdOf({ ...place, key })
  tellChange({ databaseId, added: [key], removed: [], changed: [key] })
  toast.success(redisText('bin.restored', { name: shownBytes(key) }))
  showKey({ databaseId, key })
  return key
}

function RestoreForm(props: {
  place: Place
  entry: Entry
  onDone: () => void
  onClose: () => void
}): ReactNode {
  const { place, entry } = props
  const t = useRedisTexts()
  const old = shownBytes(entry.key)
  const [name, setName] = useState(old)
  return (
    <DialogForm
      action={t('bin.restore')}
      isDisabled={name === ''}
      run={async () => {
        await restore(place, entry, name === old ? undefined : name)
        props.onDone()
      }}
      onClose={props.onClose}
    >
      <label className={styles.name}>
        {t('bin.restoreAs')}
        <Input data-first-focus value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <p className={styles.hint}>{t('bin.restoreHint')}</p>
    </DialogForm>
  )
}

function openRestore(place: Place, entry: Entry, onDone: () => void): void {
  openDialog(({ close }) => <RestoreForm place={place} entry={entry} onDone={onDone} onClose={close} />, {
    title: redisText('bin.restore'),
    width: 480,
  })
}

function useColumns(onRestore: (entry: Entry) => void): DataColumn<Entry>[] {
  const t = useRedisTexts()
  return useMemo(
    () => [
      {
        key: 'key',
        title: t('bin.key'),
        width: 200,
        isGrowing: true,
        render: ({ key }) => (
          <bdi className="qd-mono" title={shownBytes(key)}>
            {shownBytes(key)}
          </bdi>
        ),
        text: ({ key }) => shownBytes(key),
      },
      {
        key: 'restore',
        title: '',
        width: 100,
        render: (entry) =>
          entry.restoredAt === null ? (
            <Button size="small" onClick={() => onRestore(entry)}>
              {t('bin.restore')}
            </Button>
          ) : (
            <Tag tone="ok">{t('bin.isRestored')}</Tag>
          ),
      },
      { key: 'type', title: t('bin.type'), width: 84, render: ({ type }) => <TypeBadge type={type} /> },
      {
        key: 'action',
        title: t('bin.action'),
        width: 104,
        render: ({ action }) => {
          const known = ACTIONS.find((each) => each === action)
          return <Tag>{known === undefined ? action : t(`bin.actions.${known}`)}</Tag>
        },
      },
      { key: 'by', title: t('bin.by'), width: 90, render: ({ by }) => by, text: ({ by }) => by },
      { key: 'at', title: t('bin.at'), holds: 'time', render: ({ at }) => <Time at={at} /> },
      {
        key: 'bytes',
        title: t('bin.bytes'),
        width: 84,
        align: 'right',
        render: ({ bytes }) => sizeText(bytes),
      },
      { key: 'ttl', title: 'TTL', width: 76, align: 'right', render: ({ ttlMs }) => ttlText(ttlMs) },
    ],
    [t, onRestore],
  )
}

function BinDialog({ place }: { place: Place }): ReactNode {
  const t = useRedisTexts()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search)
  const { lineId, connectionId, db } = place
  const pages = usePages({
    queryKey: [listBin.path, { lineId, connectionId, db, search: asked }],
    ask: async ({ before }, signal) => {
      const since = before === undefined ? {} : { before: Number(before) }
      const { list, hasMore } = await call(
        listBin,
        { body: { lineId, connectionId, db, search: asked, ...since } },
        { tag: 'redis:bin.open', told: 'inline', signal },
      )
      return { list, next: hasMore ? String(list.at(-1)?.at ?? 0) : null }
    },
  })
  const columns = useColumns((entry) =>
    openRestore(place, entry, () => void queries.invalidateQueries({ queryKey: queryKeyOf(listBin) })),
  )
  return (
    <div className={styles.bin}>
      <DataTable<Entry>
        name="redis.bin"
        label={t('bin.title')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ binId }) => binId}
        error={pages.error}
        onRetry={pages.reload}
        isFiltered={asked !== ''}
        onClearFilter={() => setSearch('')}
        empty={<EmptyState icon={<Trash2 />} title={t('bin.empty')} hint={t('bin.emptyHint')} />}
        more={{
          isLoading: pages.isLoadingMore,
          ...(pages.loadMore === undefined ? {} : { load: pages.loadMore }),
        }}
        filters={<ListSearch label={t('bin.search')} value={search} onChange={setSearch} />}
      />
    </div>
  )
}

/** What was deleted or overwritten from here in a database, to be had back. */
export function openBin({ lineId, connectionId, db }: Place): void {
  openDialog(() => <BinDialog place={{ lineId, connectionId, db }} />, {
    title: redisText('bin.title'),
    width: 960,
  })
}
