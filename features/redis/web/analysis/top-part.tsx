import { formatQuantity } from '@qd/web-base'
import { SegmentedControl, VirtualTable } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { EmptyState, toast } from '@qd/web-frame'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { TopKey } from '../../contract/index.ts'
import { shownBytes, sizeText } from '../detail/model/bytes.ts'
import { bytesId } from '../keys/row-ids.ts'
import { leftText } from '../keys/time-left.ts'
import { TypeBadge } from '../keys/type-badge.tsx'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { showKey } from '../workspace/workspace.ts'
import type { AnalysisSession, TopBy } from './analysis-session.ts'
import { useAnalysis } from './analysis-session.ts'
import styles from './analysis.module.css'
import figures from '../figures/figures.module.css'

const orNone = (value: number | null, text: (value: number) => string): string =>
  value === null ? '—' : text(value)

function columnsOf(t: RedisTexts, open: (row: TopKey) => void, hasFrequency: boolean): Column<TopKey>[] {
  const number = (key: string, title: string, text: (row: TopKey) => string): Column<TopKey> => ({
    key,
    title,
    width: 92,
    align: 'right',
    render: (row) => <span className={figures.number}>{text(row)}</span>,
  })
  return [
    {
      key: 'key',
      title: t('analysis.key'),
      width: 'minmax(160px, 1fr)',
      render: (row) => (
        <span className={styles.type}>
          <TypeBadge type={row.type} />
          <button type="button" className={styles.name} title={shownBytes(row.key)} onClick={() => open(row)}>
            {shownBytes(row.key)}
            {row.isCut ? '…' : ''}
          </button>
        </span>
      ),
    },
    number('bytes', t('analysis.bytes'), ({ bytes }) => orNone(bytes, sizeText)),
    number('elements', t('analysis.elements'), ({ elements }) => orNone(elements, formatQuantity)),
    number('ttl', t('analysis.ttl'), ({ ttlMs }) => leftText(ttlMs)),
    ...(hasFrequency
      ? [number('frequency', t('analysis.frequency'), ({ frequency }) => orNone(frequency, String))]
      : []),
  ]
}

/** The largest keys, or those used most: each opens in the keys view. */
export function TopPart({ session }: { session: AnalysisSession }): ReactNode {
  const t = useRedisTexts()
  const [selected, setSelected] = useState<string | null>(null)
  const top = useAnalysis(session, (state) => state.top)
  const by = useAnalysis(session, (state) => state.by)
  const progress = useAnalysis(session, (state) => state.progress)
  if (progress === null) return null
  const { hasBytes, frequency, options } = progress
  const hasElements = options.withElements || !hasBytes
  const segment = (value: TopBy, label: string, isOff: boolean) => ({ value, label, disabled: isOff })
  const open = ({ key, isCut }: TopKey): void => {
    if (isCut) toast.error(t('analysis.cutName'))
    else showKey({ databaseId: session.database.id, key })
  }
  return (
    <div className={styles.top}>
      <div className={styles.where}>
        <SegmentedControl
          label={t('analysis.sortBy')}
          value={by}
          onChange={(next: TopBy) => session.sortBy(next)}
          segments={[
            segment('bytes', t('analysis.byBytes'), !hasBytes),
            segment('elements', t('analysis.byElements'), !hasElements),
            segment('frequency', t('analysis.byFrequency'), frequency !== 'known'),
          ]}
        />
        {frequency === 'notLfu' || frequency === 'refused' ? (
          <span className={styles.hint}>{t(`analysis.${frequency}`)}</span>
        ) : null}
      </div>
      <div className={styles.table}>
        <VirtualTable
          label={t('analysis.topKeys')}
          rows={top}
          columns={columnsOf(t, open, frequency === 'known')}
          rowKey={({ key }) => bytesId(key)}
          selectedKey={selected}
          onSelect={({ key }) => setSelected(bytesId(key))}
          onActivate={open}
          empty={<EmptyState title={t('analysis.noKeys')} hint={t('analysis.noTopHint')} />}
        />
      </div>
    </div>
  )
}
