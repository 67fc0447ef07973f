import type { RouteArgs } from '@qd/contract-kit'
import { isCallError, textOf, useKitText, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, openDialog, toast } from '@qd/web-frame'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { deletePlace } from '../../contract/index.ts'
import styles from './delete-dialog.module.css'
import { useRefresh } from '../tree/use-tree.ts'

export interface DeleteQuestion {
  name: string
  place: RouteArgs<typeof deletePlace>['body']
  /** What hangs below it. */
  below: { operators: number; lines: number; servers: number }
  onDeleted: () => void
}

function DeleteForm(props: DeleteQuestion & { onClose: () => void }): ReactNode {
  const t = useTexts('catalogue')
  const kit = useKitText()
  const refresh = useRefresh()
  const { name, place, below, onDeleted, onClose } = props
  const [isCascading, setCascading] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const isEmpty = below.operators + below.lines + below.servers === 0
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
      onDeleted()
      toast.success(t('deleted', { name }))
      await refresh()
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
      {isEmpty ? null : (
        <>
          <ul className={styles.below}>
            {below.operators === 0 ? null : <li>{t('below.operators', { number: below.operators })}</li>}
            {below.lines === 0 ? null : <li>{t('below.lines', { number: below.lines })}</li>}
            {below.servers === 0 ? null : <li>{t('below.servers', { number: below.servers })}</li>}
          </ul>
          <Checkbox checked={isCascading} onChange={({ target }) => setCascading(target.checked)}>
            {t('cascade')}
          </Checkbox>
        </>
      )}
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton
          danger
          disabled={!isEmpty && !isCascading}
          loading={isSending}
          onClick={() => void remove()}
        >
          {t('delete')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** Shows what would go, and deletes when it is wanted. */
export function askDelete(question: DeleteQuestion): void {
  openDialog(({ close }) => <DeleteForm {...question} onClose={close} />, {
    title: textOf('catalogue', 'deleteTitle'),
    danger: true,
  })
}
