import { useIsMobile, useMediaQuery, useTexts } from '@qd/web-base'
import { SegmentedControl } from '@qd/web-controls'
import { useState } from 'react'
import type { ReactNode } from 'react'
import styles from './catalogue-page.module.css'
import { CatalogueContext, chosenKey, lineOfChosen } from './chosen.ts'
import { RecordPanel } from '../records/record-panel.tsx'
import { ServersPanel } from '../servers/servers-panel.tsx'
import { TreePanel } from '../tree/tree-panel.tsx'
import { useChosenState } from './use-chosen.tsx'

type Part = 'tree' | 'servers' | 'record'

/** One panel at a time; choosing leads on to the next. */
function Narrow({ chosen }: { chosen: ReturnType<typeof useChosenState>['chosen'] }): ReactNode {
  const t = useTexts('catalogue')
  const [part, setPart] = useState<Part>('tree')
  const key = chosen === null ? '' : chosenKey(chosen)
  const [lastKey, setLastKey] = useState(key)
  if (key !== lastKey) {
    setLastKey(key)
    const isLine = chosen?.kind === 'line' && chosen.lineId !== null
    setPart(chosen === null ? 'tree' : isLine ? 'servers' : 'record')
  }
  return (
    <div className={styles.narrow}>
      <SegmentedControl
        isBlock
        label={t('title')}
        value={part}
        segments={[
          { value: 'tree', label: t('tree') },
          { value: 'servers', label: t('kind.server'), disabled: lineOfChosen(chosen) === null },
          { value: 'record', label: t('record'), disabled: chosen === null },
        ]}
        onChange={setPart}
      />
      <div className={styles.part}>
        {part === 'tree' ? <TreePanel /> : part === 'servers' ? <ServersPanel /> : <RecordPanel />}
      </div>
    </div>
  )
}

/** Administration of games, operators, lines and servers (S1.01, S3.04). */
export default function CataloguePage(): ReactNode {
  const state = useChosenState()
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1280px)')
  return (
    <CatalogueContext value={state}>
      {isMobile ? (
        <Narrow chosen={state.chosen} />
      ) : (
        <div className={styles.wide} data-wide={isWide}>
          <TreePanel />
          <ServersPanel />
          <RecordPanel />
        </div>
      )}
    </CatalogueContext>
  )
}
