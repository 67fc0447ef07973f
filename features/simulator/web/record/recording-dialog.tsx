import type { ProtoSchema } from '@qd/proto-wire'
import { LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, Slot, openDialog } from '@qd/web-frame'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useConnections } from '../connections/connection-store.ts'
import type { FrameRecording } from '../slots.ts'
import { ChangedValues } from '../state/changed-values.tsx'
import { changesBetween } from '../state/group-changes.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import { readRecording } from './read-frames.ts'
import type { RecordedPart } from './read-frames.ts'
import styles from './recording-dialog.module.css'

interface RecordingProps {
  connection: string
  part: RecordedPart
  schema: ProtoSchema | null
  onClose: () => void
}

function Reading(props: RecordingProps & { onAgain: () => void }) {
  const { connection, part, schema, onClose, onAgain } = props
  const t = useSimulatorTexts()
  const [read, setRead] = useState<FrameRecording | Error | null>(null)
  useEffect(() => {
    const closed = new AbortController()
    const load = async (): Promise<void> => {
      const came = await readRecording(connection, part, schema, closed.signal).catch((error: Error) => error)
      if (!closed.signal.aborted) setRead(came)
    }
    void load()
    return () => closed.abort()
  }, [connection, part, schema])
  const state = <BeforeAndAfter connection={connection} part={part} />
  if (read === null) return <LoadingRows rows={6} />
  if (read instanceof Error) return <ErrorState error={read} onRetry={onAgain} />
  if (read.frames.every(({ direction }) => direction !== 'request'))
    return (
      <>
        <EmptyState title={t('page.record.none')} hint={t('page.record.noneHint')} />
        {state}
      </>
    )
  return (
    <Slot name="recordedFrames" values={{ recording: read, state, onClose }} fallback={<LoadingRows />} />
  )
}

/** The player's state before and after what was recorded; nothing for a choice of frames, which has no such two times. */
function BeforeAndAfter({ connection, part }: Pick<RecordingProps, 'connection' | 'part'>): ReactNode {
  const t = useSimulatorTexts()
  const changes = useConnections(({ list }) => list.find(({ key }) => key === connection)?.changes)
  if ('view' in part || changes === undefined) return null
  const groups = changesBetween(changes, part.from, part.to)
  if (groups.length === 0) return null
  const title = t('page.record.state')
  return (
    <section aria-label={title} className={styles.state}>
      <h3>{title}</h3>
      <ChangedValues groups={groups} connection={connection} />
    </section>
  )
}

function Recording(props: RecordingProps): ReactNode {
  const [turn, setTurn] = useState(0)
  return <Reading key={turn} {...props} onAgain={() => setTurn(turn + 1)} />
}

/** Shows what other features make of a part of a time line. */
export function openRecording(given: Omit<RecordingProps, 'onClose'>): void {
  openDialog(({ close }) => <Recording {...given} onClose={close} />, {
    title: simulatorText('page.record.title'),
    width: 760,
  })
}
