import { useDialogs } from '@qd/web-kit'
import { useEffect, useRef } from 'react'
import { useCommit } from '../pending/use-commit.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'

function isTextBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Undo, redo and submit by keyboard while the editor is in view. */
export function useShortcuts(): void {
  const { uId, canEdit } = useEditorPlace()
  const { submit } = useCommit()
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    if (!canEdit) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      const isOurs =
        (event.ctrlKey || event.metaKey) && !event.altKey && useDialogs.getState().dialogs.length === 0
      if (!isOurs) return
      if (key === 's') {
        event.preventDefault()
        latest.current()
      }
      // Inside a text box the browser's own undo is the nearer one.
      if (isTextBox(event.target)) return
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (isRedo) draftActions.redo(uId)
      else if (key === 'z') draftActions.undo(uId)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [uId, canEdit])
}
