import type { RouteReply } from '@qd/contract-kit'
import { CallError, goTo, useKitText } from '@qd/web-base'
import { call, newConfirmation, queryKeyOf, useCall } from '@qd/web-calls'
import { BeforeAfter, LoadingRows } from '@qd/web-controls'
import { DialogActions, ErrorState, openDialog, toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { bulkJobs, bulkUndo, bulkUndoPreview } from '../contract/index.ts'
import { bulkText, useBulkTexts } from './texts.ts'
import styles from './bulk.module.css'

/** The bulk edit that is taken back, and where it was made. */
export interface UndoneBulk {
  jobId: string
  query: { lineId: string; sId?: number }
  isProduction: boolean
}

type Preview = RouteReply<typeof bulkUndoPreview>

interface UndoProps {
  undone: UndoneBulk
  preview: Preview
  onClose: () => void
}

function useUndoBulk({ undone, preview, onClose }: UndoProps) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  // One key per dialog: pressing again after a lost answer must not start a second job.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const send = async (reason: string): Promise<void> => {
    setBusy(true)
    setFailure('')
    const body = { jobId: undone.jobId, reason, idempotencyKey }
    const confirmation = newConfirmation({
      text: bulkText('undo.text', { count: preview.players }),
      action: bulkText('jobs.takeBack'),
    })
    try {
      const { jobId, players } = await call(
        bulkUndo,
        { query: undone.query, body },
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

const valueText = (value: unknown) => (value === null ? '–' : JSON.stringify(value))

/** Some of the players: what the edit wrote, and what would stand there again. */
function Samples({ preview }: { preview: Preview }): ReactNode {
  const t = useBulkTexts()
  const { samples, players } = preview
  if (samples.length === 0) return null
  return (
    <ul className={styles.undoSamples} aria-label={t('undo.samples')}>
      {players > samples.length ? <li>{t('undo.samples')}</li> : null}
      {samples.map(({ uId, changes }) => (
        <li key={uId}>
          <code>{uId}</code>
          {changes.map(({ place, written, back }, index) => (
            <span key={index}>
              {place} <BeforeAfter before={valueText(written)} after={valueText(back)} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function UndoBulkForm(props: UndoProps): ReactNode {
  const t = useBulkTexts()
  const kit = useKitText()
  const { undone, preview, onClose } = props
  const [reason, setReason] = useState('')
  const { failure, isBusy, send } = useUndoBulk(props)
  const canSend = preview.players > 0 && reason.trim() !== ''
  return (
    <form
      className={styles.start}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void send(reason.trim())
      }}
    >
      <p>
        <strong>{preview.name}</strong>
      </p>
      <p>{preview.players === 0 ? t('undo.nothing') : t('undo.text', { count: preview.players })}</p>
      <Samples preview={preview} />
      {preview.undoneBy.slice(0, 1).map((jobId) => (
        <Button
          key={jobId}
          onClick={() => {
            onClose()
            goTo(`/jobs/${encodeURIComponent(jobId)}`)
          }}
        >
          {t('undo.before')}
        </Button>
      ))}
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
          danger={undone.isProduction}
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

/** What the undo would touch stands before the question why. */
function UndoBulk({ undone, onClose }: Pick<UndoProps, 'undone' | 'onClose'>): ReactNode {
  const { data, error, refetch } = useCall(
    bulkUndoPreview,
    { query: undone.query, body: { jobId: undone.jobId } },
    { tag: 'bulk-edit:undo.title', told: 'inline', staleTimeMs: 0 },
  )
  if (data !== undefined) return <UndoBulkForm undone={undone} preview={data} onClose={onClose} />
  return error === null ? (
    <LoadingRows rows={4} />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} />
  )
}

/** Shows what would be taken back, asks why, and starts the job that does it. */
export function openUndoBulk(undone: UndoneBulk): void {
  openDialog(({ close }) => <UndoBulk undone={undone} onClose={close} />, {
    title: bulkText('undo.title'),
    width: 520,
  })
}
