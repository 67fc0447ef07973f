import type { RouteArgs } from '@qd/contract-kit'
import { isCallError, textOf, useKitText, useTexts } from '@qd/web-base'
import { call, newConfirmation } from '@qd/web-calls'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, openDialog, toast } from '@qd/web-frame'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { deletePlace } from '../../contract/index.ts'
import styles from './delete-dialog.module.css'

export interface DeleteQuestion {
  name: string
  place: RouteArgs<typeof deletePlace>['body']
  /** What hangs below it. */
  below: { operators: number; lines: number; servers: number }
  onDeleted: () => void
}

type Refresh = () => Promise<unknown>

async function tellDeleted({ name, onDeleted }: DeleteQuestion, refresh: Refresh): Promise<void> {
  onDeleted()
  toast.success(textOf('catalogue', 'deleted', { name }))
  await refresh()
}

/** Nothing goes with it: the question is asked in the dialog that asks for the proof. */
async function deleteOne(question: DeleteQuestion, refresh: Refresh): Promise<void> {
  const { name, place } = question
  const confirmation = newConfirmation({
    title: textOf('catalogue', 'deleteTitle'),
    text: textOf('catalogue', 'deleteText', { name }),
    action: textOf('catalogue', 'delete'),
  })
  await call(
    deletePlace,
    { body: { ...place, cascade: false } },
    { tag: 'catalogue:title', told: 'toast', confirmation },
  )
  await tellDeleted(question, refresh)
}

function DeleteForm(props: DeleteQuestion & { refresh: Refresh; onClose: () => void }): ReactNode {
  const t = useTexts('catalogue')
  const kit = useKitText()
  const { name, place, below, refresh, onClose } = props
  const [isCascading, setCascading] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const remove = async (): Promise<void> => {
    setSending(true)
    setFailure('')
    try {
      await call(
        deletePlace,
        { body: { ...place, cascade: isCascading } },
        { tag: 'catalogue:title', told: 'form' },
      )
      onClose()
      await tellDeleted(props, refresh)
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <p>{t('deleteText', { name })}</p>
      <ul className={styles.below}>
        {below.operators === 0 ? null : <li>{t('below.operators', { number: below.operators })}</li>}
        {below.lines === 0 ? null : <li>{t('below.lines', { number: below.lines })}</li>}
        {below.servers === 0 ? null : <li>{t('below.servers', { number: below.servers })}</li>}
      </ul>
      <Checkbox checked={isCascading} onChange={({ target }) => setCascading(target.checked)}>
        {t('cascade')}
      </Checkbox>
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton danger disabled={!isCascading} loading={isSending} onClick={() => void remove()}>
          {t('delete')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** Shows what would go, and deletes when it is wanted. */
export function askDelete(question: DeleteQuestion, refresh: Refresh): void {
  const { operators, lines, servers } = question.below
  if (operators + lines + servers === 0) {
    // A failure tells itself.
    void deleteOne(question, refresh).catch(() => undefined)
    return
  }
  openDialog(({ close }) => <DeleteForm {...question} refresh={refresh} onClose={close} />, {
    title: textOf('catalogue', 'deleteTitle'),
    danger: true,
  })
}
