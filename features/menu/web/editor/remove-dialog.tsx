import { DialogActions, openDialog, textOf, toast, useKitText, useSend, useTexts } from '@qd/web-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { removeLink, removeProject } from '../../contract/index.ts'
import '../texts.ts'
import { refreshMenus } from './refresh-menus.ts'

interface Removed {
  id: string
  name: string
  version: number
}

function RemoveQuestion(props: { kind: 'link' | 'project'; record: Removed; onDone: () => void }): ReactNode {
  const t = useTexts('menu')
  const kit = useKitText()
  const { kind, record, onDone } = props
  const { id, version } = record
  const link = useSend(removeLink, { tag: t('editor.remove') })
  const project = useSend(removeProject, { tag: t('editor.remove') })
  const sending = kind === 'link' ? link : project
  const remove = async () => {
    await sending.mutateAsync({ body: { id, version } })
    toast.success(t('editor.removed', { name: record.name }))
    refreshMenus()
    onDone()
  }
  return (
    <>
      <p>{t(`editor.removeAsk.${kind}`, { name: record.name })}</p>
      <DialogActions>
        <Button onClick={onDone}>{kit('cancel')}</Button>
        <Button
          type="primary"
          danger
          loading={sending.isPending}
          onClick={() => void remove().catch(() => undefined)}
        >
          {t('editor.remove')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Asks before a link or project goes. */
export function openRemoveDialog(kind: 'link' | 'project', record: Removed): void {
  openDialog(({ close }) => <RemoveQuestion kind={kind} record={record} onDone={close} />, {
    title: textOf('menu', 'editor.remove'),
    width: 420,
    danger: true,
  })
}
