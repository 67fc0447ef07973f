import { CallError, formatMoment, formatQuantity } from '@qd/web-base'
import { LoadingRows, MenuButton, SegmentedControl, VirtualTable } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Select } from 'antd'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { ANALYSES_KEPT, ANALYSES_KEPT_MS } from '../../contract/index.ts'
import type { ComparedFigures, Comparison, KeptAnalysis, RedisBytes } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import figures from '../figures/figures.module.css'
import { bytesText, countText } from '../figures/shown.ts'
import { bytesId } from '../keys/row-ids.ts'
import { TypeBadge, typeName } from '../keys/type-badge.tsx'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import type { AnalysisSession } from './analysis-session.ts'
import styles from './analysis.module.css'
import { changeOf } from './change-text.ts'
import { exportComparison, exportComparisonJson } from './export-analysis.ts'
import { showKeys } from './folders-part.tsx'

const DAY_MS = 86_400_000

interface Row {
  readonly id: string
  readonly name: ReactNode
  readonly before: ComparedFigures | null
  readonly after: ComparedFigures | null
}

type By = 'bytes' | 'keys'
type Group = 'folders' | 'types'

function ChangeText({ row, what }: { row: Pick<Row, 'before' | 'after'>; what: By }): ReactNode {
  const t = useRedisTexts()
  const { text, direction, isUnsure } = changeOf(row, what)
  const title = row.before === null || row.after === null ? t('analysis.compare.notKept') : undefined
  return (
    <span
      className={styles.change}
      data-direction={direction}
      data-unsure={isUnsure}
      title={isUnsure ? t('analysis.compare.unsure') : title}
    >
      {text}
    </span>
  )
}

function columnsOf(t: RedisTexts, by: By, first: string): Column<Row>[] {
  const side = (which: 'before' | 'after'): Column<Row> => ({
    key: which,
    title: t(`analysis.compare.${which}`),
    width: 'minmax(76px, 140px)',
    align: 'right',
    render: (row) => {
      const of = row[which]
      const text = by === 'bytes' ? bytesText : countText
      return <span className={figures.number}>{of === null ? '—' : text(of[by])}</span>
    },
  })
  const change = (what: By, title: string): Column<Row> => ({
    key: `change-${what}`,
    title,
    width: 'minmax(88px, 160px)',
    align: 'right',
    render: (row) => <ChangeText row={row} what={what} />,
  })
  return [
    { key: 'name', title: first, width: 'minmax(110px, 1fr)', render: ({ name }) => name },
    side('before'),
    side('after'),
    ...(by === 'bytes' ? [change('bytes', t('analysis.compare.change'))] : []),
    change('keys', t('analysis.compare.keysChange')),
  ]
}

function PrefixName({ database, prefix }: { database: OpenDatabase; prefix: RedisBytes }): ReactNode {
  const name = shownBytes(prefix)
  if (typeof prefix !== 'string') return <span className={styles.rest}>{name}</span>
  return (
    <button type="button" className={styles.name} title={name} onClick={() => showKeys(database, prefix)}>
      {name}
    </button>
  )
}

function rowsOf(database: OpenDatabase, { types, folders }: Comparison, group: Group): Row[] {
  if (group === 'folders') {
    return folders.map(({ prefix, ...sides }) => ({
      id: bytesId(prefix),
      name: <PrefixName database={database} prefix={prefix} />,
      ...sides,
    }))
  }
  return types.map(({ type, ...sides }) => ({
    id: type,
    name: (
      <span className={styles.type}>
        <TypeBadge type={type} />
        {typeName(type)}
      </span>
    ),
    ...sides,
  }))
}

const exact = (value: number) => ({ value, error: 0 })
const totalOf = ({ keys, bytes }: KeptAnalysis): ComparedFigures => ({ keys: exact(keys), bytes })

/** What keeps the two from being compared as they are. */
function notesOf(t: RedisTexts, { before, after }: Comparison, by: By): string[] {
  const sortOf = ({ options: { pattern, type, share, separators } }: KeptAnalysis) =>
    JSON.stringify([pattern, type, share, separators])
  return [
    sortOf(before) === sortOf(after) ? null : t('analysis.compare.otherOptions'),
    by === 'bytes' ? null : t('analysis.compare.noBytes'),
    before.options.share > 1 || after.options.share > 1 ? t('analysis.compare.sampled') : null,
  ].filter((note) => note !== null)
}

function Result({ database, result }: { database: OpenDatabase; result: Comparison }): ReactNode {
  const t = useRedisTexts()
  const [group, setGroup] = useState<Group>('folders')
  const [selected, setSelected] = useState<string | null>(null)
  const by: By = result.before.hasBytes && result.after.hasBytes ? 'bytes' : 'keys'
  const totals = { before: totalOf(result.before), after: totalOf(result.after) }
  const name = t(group === 'folders' ? 'analysis.folders' : 'analysis.types')
  return (
    <>
      {notesOf(t, result, by).map((note) => (
        <p key={note} className={styles.compareNote}>
          {note}
        </p>
      ))}
      <div className={styles.where}>
        <SegmentedControl
          label={t('analysis.parts')}
          value={group}
          onChange={setGroup}
          segments={[
            { value: 'folders', label: t('analysis.folders') },
            { value: 'types', label: t('analysis.types') },
          ]}
        />
        <span className={styles.sum} role="status" aria-label={t('analysis.compare.total')}>
          {by === 'keys' ? null : (
            <>
              {bytesText(totals.before.bytes)} → {bytesText(totals.after.bytes)}{' '}
              <ChangeText row={totals} what="bytes" />
              {' · '}
            </>
          )}
          {t('analysis.compare.keys', {
            before: formatQuantity(result.before.keys),
            after: formatQuantity(result.after.keys),
          })}{' '}
          <ChangeText row={totals} what="keys" />
        </span>
      </div>
      <div className={styles.table}>
        <VirtualTable
          label={name}
          rows={rowsOf(database, result, group)}
          columns={columnsOf(t, by, t(group === 'folders' ? 'analysis.prefix' : 'analysis.type'))}
          rowKey={({ id }) => id}
          selectedKey={selected}
          onSelect={({ id }) => setSelected(id)}
          empty={<EmptyState title={t('analysis.noKeys')} />}
        />
      </div>
    </>
  )
}

function ExportMenu({ database, result }: { database: OpenDatabase; result: Comparison }): ReactNode {
  const t = useRedisTexts()
  return (
    <MenuButton
      label={t('analysis.compare.export')}
      items={[
        {
          key: 'csv',
          label: t('analysis.compare.csv'),
          onSelect: () => void exportComparison(database, result),
        },
        {
          key: 'json',
          label: t('analysis.export.all'),
          onSelect: () => exportComparisonJson(database, result),
        },
      ]}
    >
      <Download size={15} aria-hidden />
    </MenuButton>
  )
}

/** What grew and what shrank between two results that were kept. */
export function ComparePart({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const { comparison } = session
  const { kept, pair, result, failure } = useStore(comparison.store)
  useEffect(() => {
    void comparison.read()
  }, [comparison])
  const nameOf = ({ startedAt, by, options }: KeptAnalysis): string =>
    [formatMoment(startedAt), by, options.pattern, options.type].filter((part) => part !== '').join(' · ')
  if (failure !== '')
    return (
      <ErrorState
        error={new CallError({ code: '', message: failure })}
        onRetry={() => void comparison.read()}
      />
    )
  if (kept === null) return <LoadingRows />
  if (pair === null) {
    const hint = t('analysis.compare.noneHint', { count: ANALYSES_KEPT, days: ANALYSES_KEPT_MS / DAY_MS })
    return <EmptyState title={t('analysis.compare.none')} hint={hint} />
  }
  const options = kept.map((each) => ({ value: each.id, label: nameOf(each) }))
  return (
    <div className={styles.compare}>
      <div className={styles.where}>
        {(['before', 'after'] as const).map((which) => (
          <label key={which} className={styles.chosen}>
            {t(`analysis.compare.${which}`)}
            <Select
              aria-label={t(`analysis.compare.${which}`)}
              value={pair[which]}
              options={options}
              popupMatchSelectWidth={false}
              onChange={(id) => comparison.choose({ [which]: id })}
            />
          </label>
        ))}
        {result === null ? null : <ExportMenu database={session.database} result={result} />}
      </div>
      {result === null ? <LoadingRows /> : <Result database={session.database} result={result} />}
    </div>
  )
}
