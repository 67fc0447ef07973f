import { formatQuantity } from '@qd/web-base'
import { VirtualTable } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Button } from 'antd'
import { ChevronRight, ListTree } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnalysisFolders, Estimate, RedisBytes } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { bytesId } from '../keys/row-ids.ts'
import { escapeGlob } from '../keys/key-names.ts'
import { sessionOf } from '../keys/key-sessions.ts'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { KEYS_VIEW, showView } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import type { AnalysisSession } from './analysis-session.ts'
import { useAnalysis } from './analysis-session.ts'
import styles from './analysis.module.css'
import figures from '../figures/figures.module.css'
import { Share } from '../figures/share.tsx'
import { bytesText } from '../figures/shown.ts'
import { TreemapView } from './treemap-view.tsx'
import type { Part } from './treemap-view.tsx'

interface Row {
  readonly id: string
  readonly name: string
  readonly keys: number
  readonly bytes: Estimate
  readonly isMeasured: boolean
  readonly onOpen: (() => void) | null
}

/** The key tree shows only keys that begin so. */
export function showKeys(database: OpenDatabase, prefix: string): void {
  void sessionOf(database).scan({ pattern: `${escapeGlob(prefix)}*`, isGlob: true })
  showView(KEYS_VIEW)
}

function rowsOf(
  { rows, own, others, isCut }: AnalysisFolders,
  { t, open, openKeys }: { t: RedisTexts; open: (prefix: RedisBytes) => void; openKeys: (() => void) | null },
): Row[] {
  const list: Row[] = rows.map(({ name, prefix, keys, measured, bytes }) => ({
    id: `folder ${bytesId(prefix)}`,
    name: shownBytes(name),
    keys,
    bytes,
    isMeasured: measured > 0,
    onOpen: () => open(prefix),
  }))
  if (own.keys > 0) {
    const name = t(isCut ? 'analysis.ownCut' : 'analysis.own')
    list.push({
      id: 'own',
      name,
      keys: own.keys,
      bytes: own.bytes,
      isMeasured: own.measured > 0,
      onOpen: openKeys,
    })
  }
  if (others.folders > 0) {
    const name = t('analysis.others', { count: others.folders })
    list.push({ ...others, id: 'others', name, isMeasured: others.measured > 0, onOpen: null })
  }
  return list
}

function columnsOf(t: RedisTexts, all: AnalysisFolders, hasBytes: boolean): Column<Row>[] {
  const weightOf = ({ keys, bytes }: { keys: number; bytes: Estimate }): number =>
    hasBytes ? bytes.value : keys
  return [
    {
      key: 'name',
      title: t('analysis.prefix'),
      width: 'minmax(110px, 1fr)',
      render: ({ id, name, onOpen }) =>
        onOpen === null ? (
          <span className={styles.rest}>{name}</span>
        ) : (
          <button
            type="button"
            className={id.startsWith('folder') ? styles.name : styles.rest}
            title={name}
            onClick={onOpen}
          >
            {name}
          </button>
        ),
    },
    {
      key: 'keys',
      title: t('analysis.keys'),
      width: 76,
      align: 'right',
      render: ({ keys }) => <span className={figures.number}>{formatQuantity(keys)}</span>,
    },
    {
      key: 'bytes',
      title: t('analysis.bytes'),
      width: 'minmax(84px, 150px)',
      align: 'right',
      render: ({ bytes, isMeasured }) => (
        <span className={figures.number}>{hasBytes && isMeasured ? bytesText(bytes) : '—'}</span>
      ),
    },
    {
      key: 'share',
      title: t('analysis.share'),
      width: 'minmax(92px, 180px)',
      render: (row) => <Share part={weightOf(row)} whole={weightOf(all)} />,
    },
  ]
}

function Crumbs({ session, path }: { session: AnalysisSession; path: readonly RedisBytes[] }): ReactNode {
  const t = useRedisTexts()
  const nameAt = (at: number): string => {
    const [here, above] = [shownBytes(path[at]!), at === 0 ? '' : shownBytes(path[at - 1]!)]
    return here.startsWith(above) ? here.slice(above.length) : here
  }
  return (
    <nav className={styles.crumbs} aria-label={t('analysis.path')}>
      <button type="button" onClick={() => session.show([])} disabled={path.length === 0}>
        {t('analysis.all')}
      </button>
      {path.map((prefix, at) => (
        <span key={bytesId(prefix)} className={styles.crumb}>
          <ChevronRight size={12} aria-hidden />
          <button
            type="button"
            className="qd-mono"
            disabled={at === path.length - 1}
            onClick={() => session.show(path.slice(0, at + 1))}
          >
            {nameAt(at)}
          </button>
        </span>
      ))}
    </nav>
  )
}

/** What lies in a folder, as rectangles and as a table. */
export function FoldersPart({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const [selected, setSelected] = useState<string | null>(null)
  const folders = useAnalysis(session, (state) => state.folders)
  const path = useAnalysis(session, (state) => state.path)
  const hasBytes = useAnalysis(session, ({ progress }) => progress?.hasBytes ?? true)
  if (folders === null) return null
  const { database } = session
  const prefix = path.at(-1) ?? ''
  const openKeys = typeof prefix === 'string' ? () => showKeys(database, prefix) : null
  const rows = rowsOf(folders, { t, open: (next) => session.show([...path, next]), openKeys })
  const parts = rows.map(({ id, name, keys, bytes, onOpen }): Part => ({
    id,
    name,
    weight: hasBytes ? bytes.value : keys,
    text: hasBytes ? bytesText(bytes) : t('analysis.keysCount', { count: keys }),
    onOpen,
  }))
  return (
    <div className={styles.folders}>
      <div className={styles.where}>
        <Crumbs session={session} path={path} />
        <span className={styles.sum}>
          {hasBytes ? `${bytesText(folders.bytes)} · ` : ''}
          {t('analysis.keysCount', { count: folders.keys })}
        </span>
        {openKeys === null ? null : (
          <Button size="small" icon={<ListTree size={13} aria-hidden />} onClick={openKeys}>
            {t('analysis.showKeys')}
          </Button>
        )}
      </div>
      <TreemapView parts={parts} onUp={path.length === 0 ? null : () => session.show(path.slice(0, -1))} />
      <div className={styles.table}>
        <VirtualTable
          label={t('analysis.folders')}
          rows={rows}
          columns={columnsOf(t, folders, hasBytes)}
          rowKey={({ id }) => id}
          selectedKey={selected}
          onSelect={({ id }) => setSelected(id)}
          onActivate={({ onOpen }) => onOpen?.()}
          empty={<EmptyState title={t('analysis.noKeys')} />}
        />
      </div>
    </div>
  )
}
