import type { ProtoSchema } from '@qd/proto-wire'
import { formatQuantity } from '@qd/web-base'
import { Button } from 'antd'
import { Circle, CircleStop } from 'lucide-react'
import type { ReactNode } from 'react'
import { patchConnection } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import { useSimulatorTexts } from '../texts.ts'
import { useMayRecord } from './may-record.ts'
import { openRecording } from './recording-dialog.tsx'

/** Records the frames that come from now on; pressed again, or with Esc, it ends and shows what was recorded. */
export function RecordButton(props: { connection: Connection; schema: ProtoSchema | null }): ReactNode {
  const t = useSimulatorTexts()
  const { connection, schema } = props
  const { key, counts, recordedFrom } = connection
  const mayRecord = useMayRecord()
  if (!mayRecord) return null
  if (recordedFrom === null) {
    return (
      <Button
        size="small"
        icon={<Circle size={13} aria-hidden />}
        disabled={connection.view === null}
        title={t('page.record.hint')}
        onClick={() => patchConnection(key, { recordedFrom: counts.frames })}
      >
        {t('page.record.begin')}
      </Button>
    )
  }
  const end = (): void => {
    patchConnection(key, { recordedFrom: null })
    openRecording({ connection: key, part: { from: recordedFrom, to: counts.frames }, schema })
  }
  return (
    <Button
      size="small"
      danger
      aria-pressed
      icon={<CircleStop size={13} aria-hidden />}
      onClick={end}
      onKeyDown={({ key: pressed }) => (pressed === 'Escape' ? end() : undefined)}
    >
      {t('page.record.end', { number: formatQuantity(counts.frames - recordedFrom) })}
    </Button>
  )
}
