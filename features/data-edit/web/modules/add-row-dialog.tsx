import { exactInt, isForbiddenKey } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'
import { DialogActions, openDialog, useKitText } from '@qd/web-kit'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { KeyInput } from '../fields/key-input.tsx'
import { newRow } from '@qd/web-kit/fields'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { editText, useEditTexts } from '../texts.ts'

function AddRowForm({ info, uId, onClose }: { info: DiffInfo; uId: string; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { draft } = useEditorSession()
  const [key, setKey] = useState('')
  const field = info.fields.find(({ fieldName }) => fieldName === info.key)
  if (!field) return null
  const rows = draft.data[info.netKey]
  const isTaken = typeof rows === 'object' && rows !== null && Object.hasOwn(rows, key)
  const isWrong = key !== '' && (isForbiddenKey(key) || (field.type === 'int' && exactInt(key) === null))
  const hint = isTaken ? t('add.taken') : isWrong ? t('fault.not_int') : null
  const add = (): void => {
    if (key === '' || hint !== null) return
    const value = newRow(draft.protocol, info, key)
    draftActions.edit(uId, [{ diff: info.name, key, path: [], op: 'add', value }])
    const firstEditable = info.fields.find(
      ({ fieldName, type }) => fieldName !== info.key && type !== 'array',
    )
    useEditor.getState().patch(uId, { rowKey: key, column: firstEditable?.fieldName ?? info.key })
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <p style={{ marginBottom: 8, color: 'var(--qd-text-2)' }}>{t('add.hint', { key: field.fieldName })}</p>
      <KeyInput field={field} value={key} hint={hint} onChange={setKey} onSubmit={add} isAutoFocused />
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" htmlType="submit" disabled={key === '' || hint !== null}>
          {t('table.add')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks for the key of a new row; the other fields start with their defaults. */
export function openAddRow(info: DiffInfo, place: EditorPlace): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <AddRowForm info={info} uId={place.uId} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('add.title', { module: info.comment || info.name }), width: 400 },
  )
}
