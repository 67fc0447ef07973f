import type { ReactNode } from 'react'
import { openerOf } from './dialog-openers.ts'
import { useDialogs } from './dialog-store.ts'
import type { DialogControls, DialogOptions } from './dialog-store.ts'

let lastId = 0

function tabOf({ tab }: DialogOptions, activeTab: string): string | undefined {
  if (tab === null) return undefined
  return tab ?? (activeTab === '' ? undefined : activeTab)
}

/** Opens a dialog in the host outside the pages, in the tab in view unless told otherwise; returns what closes it. */
export function openDialog(
  render: (controls: DialogControls) => ReactNode,
  options: DialogOptions,
): DialogControls {
  lastId += 1
  const id = lastId
  const { activeTab } = useDialogs.getState()
  const controls: DialogControls = {
    close() {
      if (!useDialogs.getState().dialogs.some((dialog) => dialog.id === id)) return
      useDialogs.getState().remove(id)
      options.onClose?.()
    },
  }
  useDialogs.getState().add({
    ...options,
    tab: tabOf(options, activeTab),
    id,
    opener: document.activeElement,
    openerBefore: openerOf(document.activeElement),
    render: () => render(controls),
  })
  return controls
}
