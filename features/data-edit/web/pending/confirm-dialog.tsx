import { DialogActions, openDialog, useKitText } from '@qd/web-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { editText, useEditTexts } from '../texts.ts'

interface ConfirmProps {
  expected: string
  onConfirm: (typed: string) => void
  onClose: () => void
}

function ConfirmForm({ expected, onConfirm, onClose }: ConfirmProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { draft, reason } = useEditorSession()
  const [typed, setTyped] = useState('')
  const isExact = typed.trim() === expected
  const submit = (): void => {
    if (!isExact) return
    onClose()
    onConfirm(typed.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p>{t('confirm.text', { count: draft.changes.length, reason: reason.trim() })}</p>
      <p style={{ margin: '10px 0 6px' }}>
        {t('confirm.type')} <code style={{ fontWeight: 600, userSelect: 'none' }}>{expected}</code>
      </p>
      <Input
        autoFocus
        className="qd-mono"
        aria-label={t('confirm.input')}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" danger htmlType="submit" disabled={!isExact}>
          {t('commit.submit', { count: draft.changes.length })}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks for the exact name of the target before a risky commit in production. */
export function openConfirm(place: EditorPlace, expected: string, onConfirm: (typed: string) => void): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <ConfirmForm expected={expected} onConfirm={onConfirm} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('confirm.title'), width: 460, danger: true },
  )
}
