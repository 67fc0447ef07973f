import { CallError, goTo, useKitText } from '@qd/web-base'
import { call, newConfirmation, queryKeyOf } from '@qd/web-calls'
import { DialogActions, openDialog, toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { bulkJobs, bulkUndo } from '../contract/index.ts'
import type { BulkJob } from '../contract/index.ts'
import { bulkText, useBulkTexts } from './texts.ts'
import styles from './bulk.module.css'
import type { BulkPlace } from './use-bulk-place.ts'

interface UndoProps {
  place: BulkPlace
  job: BulkJob
  onClose: () => void
}

function useUndoBulk({ place, job, onClose }: UndoProps) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  // One key per dialog: pressing again after a lost answer must not start a second job.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const send = async (reason: string): Promise<void> => {
    setBusy(true)
    setFailure('')
    const { lineId } = place.query
    const query = job.sId === null ? { lineId } : { lineId, sId: job.sId }
    const body = { jobId: job.jobId, reason, idempotencyKey }
    const confirmation = newConfirmation({
      text: bulkText('undo.text', { count: job.applied }),
      action: bulkText('jobs.takeBack'),
    })
    try {
      const { jobId, players } = await call(
        bulkUndo,
        { query, body },
        { tag: 'bulk-edit:undo.title', told: 'form', confirmation },
      )
      toast.success(bulkText('undo.started', { count: players }))
      await queries.invalidateQueries({ queryKey: queryKeyOf(bulkJobs) })
      onClose()
      goTo(`/jobs/${encodeURIComponent(jobId)}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.told)
    } finally {
      setBusy(false)
    }
  }
  return { failure, isBusy, send }
}

function UndoBulkForm(props: UndoProps): ReactNode {
  const t = useBulkTexts()
  const kit = useKitText()
  const { place, job, onClose } = props
  const [reason, setReason] = useState('')
  const { failure, isBusy, send } = useUndoBulk(props)
  const canSend = reason.trim() !== ''
  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void send(reason.trim())
      }}
    >
      <p>{t('undo.text', { count: job.applied })}</p>
      <Input
        autoFocus
        aria-label={t('reason')}
        placeholder={t('reasonHint')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button
          type="primary"
          danger={place.isProduction}
          htmlType="submit"
          loading={isBusy}
          disabled={!canSend}
        >
          {t('jobs.takeBack')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks why, and starts the job that takes a bulk edit back. */
export function openUndoBulk(place: BulkPlace, job: BulkJob): void {
  openDialog(({ close }) => <UndoBulkForm place={place} job={job} onClose={close} />, {
    title: bulkText('undo.title'),
    width: 480,
  })
}
