import { useIsMobile, useTexts } from '@qd/web-base'
import { useSelectedLine } from '@qd/web-calls'
import { Panel, SegmentedControl } from '@qd/web-controls'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { GivenTable } from '../given/given-table.tsx'
import { LimitTable } from '../limits/limit-table.tsx'
import { TemplateTable } from '../templates/template-table.tsx'
import { ValueTable } from '../values/value-table.tsx'
import { ItemTable } from './item-table.tsx'
import styles from './items-page.module.css'

const PARTS = ['items', 'limits', 'values', 'given', 'gifts'] as const
type Part = (typeof PARTS)[number]

/** Items of the selected line with what limits them and what they are worth, what was given of them, and gifts made of them (S2.31, S3.02). */
export default function ItemsPage(): ReactNode {
  const t = useTexts('properties')
  const line = useSelectedLine()
  const isMobile = useIsMobile()
  const [query, setQuery] = useSearchParams()
  const part = PARTS.find((each) => each === query.get('part')) ?? 'items'
  const setPart = (next: Part) =>
    setQuery(
      (before) => {
        before.set('part', next)
        return before
      },
      { replace: true },
    )
  const choice = (
    <SegmentedControl
      label={t('title')}
      value={part}
      segments={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
      isBlock={isMobile}
      onChange={setPart}
    />
  )
  if (line === null) return null
  const key = `${line.game}/${line.lineCode}`
  return (
    <Panel
      title={t('title')}
      icon={<Package size={15} aria-hidden />}
      className={styles.panel}
      status={t(`hint.${part}`)}
      actions={isMobile ? undefined : choice}
    >
      {isMobile ? <div className={styles.choice}>{choice}</div> : null}
      {part === 'items' ? <ItemTable key={key} line={line} /> : null}
      {part === 'limits' ? <LimitTable key={key} line={line} /> : null}
      {part === 'values' ? <ValueTable key={key} line={line} /> : null}
      {part === 'given' ? <GivenTable key={key} line={line} /> : null}
      {part === 'gifts' ? <TemplateTable key={key} line={line} /> : null}
    </Panel>
  )
}
