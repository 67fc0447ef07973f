import { selectedEnvironment, useScope } from '@qd/web-calls'
import { Banner } from '@qd/web-controls'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import { AddressPanel } from './address-panel.tsx'
import { RecordList } from './record-list.tsx'
import styles from './records.module.css'

/** Records of the selected line and the addresses that may be connected to there. */
export default function RecordsPage(): ReactNode {
  const t = useSimulatorTexts()
  const lineId = useScope((state) => state.lineId)
  const isDev = useScope((state) => selectedEnvironment(state) === 'dev')
  return (
    <div className={styles.page}>
      {isDev ? null : (
        <Banner tone="warn" icon={<TriangleAlert size={15} aria-hidden />}>
          {t('records.devOnly')}
        </Banner>
      )}
      <RecordList lineId={lineId} />
      <AddressPanel key={lineId} lineId={lineId} isDev={isDev} />
    </div>
  )
}
