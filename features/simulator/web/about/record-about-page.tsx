import { formatQuantity } from '@qd/web-base'
import { useCall, useScope } from '@qd/web-calls'
import { Time } from '@qd/web-controls'
import { FileCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { recordDefinition } from '../../contract/index.ts'
import type { SimulatorRecord } from '../../contract/index.ts'
import { docOfRecord, useRecordId } from '../doc/record-address.ts'
import { useSimulatorTexts } from '../texts.ts'
import { AboutView, AboutWaits, Hash } from './about-page.tsx'
import { Facts } from './facts.tsx'

/** Which definitions the record has, and since when. */
function RecordFacts({ record }: { record: SimulatorRecord }): ReactNode {
  const t = useSimulatorTexts()
  const facts = [
    { name: t('records.name'), value: record.name },
    { name: t('about.hash'), value: <Hash value={record.definitionHash} label={t('about.copyHash')} /> },
    { name: t('records.changed'), value: <Time at={record.changedAt} /> },
    { name: t('about.commands'), value: formatQuantity(record.commands) },
    { name: t('about.messages'), value: formatQuantity(record.messages) },
  ]
  return <Facts title={t('about.definitions')} icon={<FileCode size={15} aria-hidden />} facts={facts} />
}

/** How frames of a game record are built, and what is known of its definitions. */
export default function RecordAboutPage(): ReactNode {
  const recordId = useRecordId()
  const lineId = useScope((state) => state.lineId)
  const { data, error, refetch } = useCall(
    recordDefinition,
    recordId === '' ? null : { body: { lineId, recordId } },
    { tag: 'simulator:about.title', told: 'inline' },
  )
  if (recordId === '') return <Navigate to="/mock/records" replace />
  if (data === undefined) return <AboutWaits error={error} retry={() => void refetch()} />
  const { record } = data
  return (
    <AboutView
      layout={record.layout}
      address={record.url}
      facts={<RecordFacts record={record} />}
      doc={docOfRecord(recordId)}
      simulator={`/mock?record=${encodeURIComponent(recordId)}`}
    />
  )
}
