import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface DialogOptions {
  title: string
  /** Pixels; never wider than the window. */
  width?: number
  /** Tab the dialog belongs to: it hides with the tab and comes back with it. */
  tab?: string
  /** Colours the head as a warning. */
  danger?: boolean
  /** False: only Esc and its own buttons close it, no stray click beside it. */
  isDismissible?: boolean
  onClose?: () => void
}

export interface DialogControls {
  close(): void
}

export interface OpenDialog extends DialogOptions {
  id: number
  /** Where the focus was when it opened, and goes again when it closes. */
  opener: Element | null
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

export function closeAllDialogs(): void {
  useDialogs.setState({ dialogs: [] })
}
