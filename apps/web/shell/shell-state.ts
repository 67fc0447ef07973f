import { readStored, writeStored } from '@qd/web-base'
import { create } from 'zustand'

/** What lies over the page; one at a time. */
export type Overlay = 'settings' | 'palette' | 'menu'

const SIDEBAR = 'sidebar'

interface ShellState {
  overlay: Overlay | null
  isSidebarOpen: boolean
}

export const useShellState = create<ShellState>()(() => ({
  overlay: null,
  isSidebarOpen: readStored(SIDEBAR) === '1',
}))

export function openOverlay(overlay: Overlay): void {
  useShellState.setState({ overlay })
}

export function closeOverlay(): void {
  useShellState.setState({ overlay: null })
}

/** Remembered as 1 or 0 (S4.06). */
export function toggleSidebar(): void {
  const isSidebarOpen = !useShellState.getState().isSidebarOpen
  writeStored(SIDEBAR, isSidebarOpen ? '1' : '0')
  useShellState.setState({ isSidebarOpen })
}
