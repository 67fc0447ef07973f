import { useContext } from 'react'
import { useDialogs } from './dialog-store.ts'
import type { OpenDialog } from './dialog-store.ts'
import { DialogContext } from './dirty-dialogs.ts'

export function closeDialog(dialog: OpenDialog): void {
  useDialogs.getState().remove(dialog.id)
  dialog.onClose?.()
}

/** Closes the dialog around this part without a question; does nothing outside of dialogs. */
export function useDialogClose(): () => void {
  const id = useContext(DialogContext)
  return () => {
    const around = useDialogs.getState().dialogs.find((dialog) => dialog.id === id)
    if (around !== undefined) closeDialog(around)
  }
}
