import { CallError, DialogActions, call, goTo, openDialog, queryKeyOf, toast, useKitText } from '@qd/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { bulkJobs, bulkUndo } from '../../contract/index.ts'
import type { BulkJob } from '../../contract/index.ts'
import { editText, useEditTexts } from '../texts.ts'
import styles from './bulk.module.css'
import type { BulkPlace } from './use-bulk-place.ts'

interface UndoProps {
  place: BulkPlace
  job: BulkJob
  onClose: () => void
}

function useUndoBulk({ place, job, onClose }: UndoProps) {
  const queries = useQueryClient()
  const [expected, setExpected] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  // One key per dialog: pressing again after a lost answer must not start a second job.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const send = async (reason: string, confirm: string | undefined): Promise<void> => {
    setBusy(true)
    setFailure('')
    const { lineId } = place.query
    const query = job.sId === null ? { lineId } : { lineId, sId: job.sId }
    const body = { jobId: job.jobId, reason, idempotencyKey, ...(confirm === undefined ? {} : { confirm }) }
    try {
      const { jobId, players } = await call(
        bulkUndo,
        { query, body },
        { tag: 'data-edit:bulk.undo.title', told: 'form', baseAddress: '' },
      )
      toast.success(editText('bulk.undo.started', { count: players }))
      await queries.invalidateQueries({ queryKey: queryKeyOf(bulkJobs) })
      onClose()
      goTo(`/jobs/${encodeURIComponent(jobId)}`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const name = ((error.details ?? {}) as { expected?: unknown }).expected
      if (error.code === 'confirm_required' && typeof name === 'string') setExpected(name)
      else setFailure(error.told)
    } finally {
      setBusy(false)
    }
  }
  return { expected, failure, isBusy, send }
}

function UndoBulkForm(props: UndoProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { place, job, onClose } = props
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const { expected, failure, isBusy, send } = useUndoBulk(props)
  const canSend = reason.trim() !== '' && (expected === null || typed.trim() === expected)
  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void send(reason.trim(), expected === null ? undefined : typed.trim())
      }}
    >
      <p>{t('bulk.undo.text', { count: job.applied })}</p>
      <Input
        autoFocus
        aria-label={t('commit.reason')}
        placeholder={t('commit.reasonHint')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {expected === null ? null : (
        <p className={styles.confirm}>
          {t('confirm.type')} <code>{expected}</code>
          <Input
            className="qd-mono"
            aria-label={t('confirm.input')}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </p>
      )}
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
          {t('bulk.jobs.takeBack')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks why, and starts the job that takes a bulk edit back. */
export function openUndoBulk(place: BulkPlace, job: BulkJob): void {
  openDialog(({ close }) => <UndoBulkForm place={place} job={job} onClose={close} />, {
    title: editText('bulk.undo.title'),
    width: 480,
  })
}
