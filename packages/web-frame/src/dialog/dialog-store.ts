import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface DialogOptions {
  title: string
  /** Pixels; never wider than the window. */
  width?: number
  /** Tab the dialog hides and comes back with: the one in view unless named; null: of the whole console. */
  tab?: string | null
  /** Colours the head as a warning. */
  danger?: boolean
  /** False: only Esc and its own buttons close it, no stray click beside it. */
  isDismissible?: boolean
  /** Text of an alert box: it is not asked to be read twice at once. */
  alert?: string
  onClose?: () => void
}

export interface DialogControls {
  close(): void
}

export interface OpenDialog extends Omit<DialogOptions, 'tab'> {
  id: number
  tab: string | undefined
  /** Where the focus was when it opened, and goes again when it closes. */
  opener: Element | null
  /** Where the dialog around the opener came from, when that one is gone by then. */
  openerBefore: Element | null
  render: (controls: DialogControls) => ReactNode
}

export interface DialogState {
  dialogs: readonly OpenDialog[]
  /** Tab in view; dialogs of other tabs are hidden. */
  activeTab: string
  add(dialog: OpenDialog): void
  remove(id: number): void
  setActiveTab(tab: string): void
}

export const useDialogs = create<DialogState>()((set) => ({
  dialogs: [],
  activeTab: '',
  add: (dialog) => set(({ dialogs }) => ({ dialogs: [...dialogs, dialog] })),
  remove: (id) => set(({ dialogs }) => ({ dialogs: dialogs.filter((dialog) => dialog.id !== id) })),
  setActiveTab: (activeTab) => set({ activeTab }),
}))

export function isInView(dialog: OpenDialog, activeTab: string): boolean {
  return dialog.tab === undefined || activeTab === '' || dialog.tab === activeTab
}

/** Whether a dialog stands before the page in view; keys then belong to it. */
export function hasDialogInView(): boolean {
  const { dialogs, activeTab } = useDialogs.getState()
  return dialogs.some((dialog) => isInView(dialog, activeTab))
}

export function hasDialog(tab: string): boolean {
  return useDialogs.getState().dialogs.some((dialog) => dialog.tab === tab)
}

/** The tab is gone, and with it what stood before it. */
export function closeDialogsOf(tab: string): void {
  if (hasDialog(tab)) {
    useDialogs.setState(({ dialogs }) => ({ dialogs: dialogs.filter((dialog) => dialog.tab !== tab) }))
  }
}

export function closeAllDialogs(): void {
  useDialogs.setState({ dialogs: [] })
}
