import { create } from 'zustand'

/** What may stand below the page, one at a time. */
export type DockPart = 'log' | 'console'

export const useDock = create<{ readonly part: DockPart | null }>()(() => ({ part: null }))

export function showDock(part: DockPart | null): void {
  useDock.setState({ part })
}
