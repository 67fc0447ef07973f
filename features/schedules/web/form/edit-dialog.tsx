import type { ScheduleTiming } from '@qd/contract-kit'
import { isCallError, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, openDialog, toast, useMarkDialogDirty } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { scheduleEdit } from '../../contract/index.ts'
import type { ScheduleDetail } from '../../contract/index.ts'
import { schedulesText, useSchedulesTexts } from '../texts.ts'
import styles from './timing-fields.module.css'
import { TimingFields } from './timing-fields.tsx'

interface EditProps {
  entry: ScheduleDetail
  onDone: () => void
  onClose: () => void
}

function Edit({ entry, onDone, onClose }: EditProps): ReactNode {
  const t = useSchedulesTexts()
  const kit = useKitText()
  const [timing, setTiming] = useState<ScheduleTiming>(entry.timing)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const isSame = JSON.stringify(timing) === JSON.stringify(entry.timing)
  useMarkDialogDirty(!isSame)
  const send = async () => {
    setSending(true)
    setFailure('')
    try {
      const body = { scheduleId: entry.id, revision: entry.revision, timing }
      await call(scheduleEdit, { body }, { tag: 'schedules:action.edit', told: 'form' })
      toast.success(schedulesText('action.edited', { name: entry.name }))
      onClose()
      onDone()
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <TimingFields value={timing} onChange={setTiming} mayOverlap={entry.mayOverlap} />
      {failure === '' ? null : (
        <p role="alert" className={styles.fault}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton loading={isSending} disabled={isSame} onClick={() => void send()}>
          {t('action.save')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** Changes when an entry runs. */
export function openEdit(entry: ScheduleDetail, onDone: () => void): void {
  openDialog(({ close }) => <Edit entry={entry} onDone={onDone} onClose={close} />, {
    title: schedulesText('action.editOf', { name: entry.name }),
    width: 560,
  })
}
