import {
  CallError,
  DialogActions,
  ErrorState,
  LoadingRows,
  openDialog,
  toast,
  useCall,
  useKitText,
  call,
} from '@qd/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { editHistory, getData, undoEdit, undoPreview } from '../../contract/index.ts'
import type { Change, Edit } from '../../contract/index.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { isSensitiveChange } from '../model/change-facts.ts'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { editText, useEditTexts } from '../texts.ts'
import styles from './history.module.css'

interface UndoProps {
  place: EditorPlace
  edit: Edit
  /** Only these changes of it. */
  indexes?: readonly number[]
  onClose: () => void
}

function ChangeList({
  title,
  changes,
  isConflict,
}: {
  title: string
  changes: readonly Change[]
  isConflict?: boolean
}): ReactNode {
  if (changes.length === 0) return null
  return (
    <section className={styles.preview} data-conflict={isConflict === true}>
      <h3>{title}</h3>
      <ul className={styles.changes}>
        {changes.map((change, index) => (
          <li key={index}>
            <ChangePlace change={change} />
            <span className={styles.values}>
              <ChangeValues change={change} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What has to be typed before sending; known here already when a sensitive field goes back in production. */
function useExpected({ place }: UndoProps, changes: readonly Change[]) {
  const { draft } = useEditorSession()
  const [asked, setAsked] = useState<string | null>(null)
  const isRisky = place.isProduction && changes.some((change) => isSensitiveChange(draft.protocol, change))
  return { expected: asked ?? (isRisky ? place.uId : null), setAsked }
}

function useUndo(props: UndoProps, changes: readonly Change[]) {
  const { place, edit, indexes, onClose } = props
  const t = useEditTexts()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const { expected, setAsked } = useExpected(props, changes)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  // One key per dialog: pressing again after a lost answer must not undo twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const canSend = reason.trim() !== '' && (expected === null || typed.trim() === expected)
  const send = async (): Promise<void> => {
    setBusy(true)
    const body = {
      editId: edit.id,
      ...(indexes === undefined ? {} : { indexes: [...indexes] }),
      reason: reason.trim(),
      idempotencyKey,
      ...(expected === null ? {} : { confirm: typed.trim() }),
    }
    const { uId, baseAddress } = place
    try {
      const reply = await call(undoEdit, { query: { uId }, body }, { baseAddress, silent: true })
      toast.success(t('undo.done', { count: reply.results.filter(({ status }) => status === 0).length }))
      await queries.invalidateQueries({ queryKey: [getData.path] })
      await queries.invalidateQueries({ queryKey: [editHistory.path] })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'confirm_required') {
        const details = (error.details ?? {}) as { expected?: unknown }
        setAsked(typeof details.expected === 'string' ? details.expected : uId)
      } else {
        toast.error(error.message)
      }
    } finally {
      setBusy(false)
    }
  }
  return { reason, setReason, expected, typed, setTyped, isBusy, canSend, send }
}

function UndoForm(props: UndoProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { place, edit, indexes, onClose } = props
  const preview = useCall(
    undoPreview,
    {
      query: { uId: place.uId },
      body: { editId: edit.id, ...(indexes === undefined ? {} : { indexes: [...indexes] }) },
    },
    { baseAddress: place.baseAddress, silent: true, staleTimeMs: 0 },
  )
  const undo = useUndo(props, preview.data?.changes ?? [])
  if (preview.isPending) return <LoadingRows rows={3} />
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  const { changes, conflicts } = preview.data
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (undo.canSend && changes.length > 0) void undo.send()
      }}
    >
      <ChangeList title={t('undo.willRun', { count: changes.length })} changes={changes} />
      <ChangeList
        title={t('undo.conflicts', { count: conflicts.length })}
        changes={conflicts.map(({ change, current }) => ({ ...change, old: current }))}
        isConflict
      />
      {changes.length === 0 ? <p className={styles.nothing}>{t('undo.nothing')}</p> : null}
      <Input
        aria-label={t('commit.reason')}
        placeholder={t('commit.reasonHint')}
        maxLength={500}
        autoFocus
        value={undo.reason}
        onChange={(event) => undo.setReason(event.target.value)}
      />
      {undo.expected === null ? null : (
        <p className={styles.confirm}>
          {t('confirm.type')} <code>{undo.expected}</code>
          <Input
            className="qd-mono"
            aria-label={t('confirm.input')}
            autoComplete="off"
            value={undo.typed}
            onChange={(event) => undo.setTyped(event.target.value)}
          />
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button
          type="primary"
          danger={place.isProduction}
          htmlType="submit"
          loading={undo.isBusy}
          disabled={!undo.canSend || changes.length === 0}
        >
          {t('undo.submit', { count: changes.length })}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Shows what would go back and what cannot, asks why, and undoes the edit. */
export function openUndo(place: EditorPlace, edit: Edit, indexes?: readonly number[]): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <UndoForm place={place} edit={edit} indexes={indexes} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('undo.title'), width: 520 },
  )
}
