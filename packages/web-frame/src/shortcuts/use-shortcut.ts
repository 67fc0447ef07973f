import { useLayoutEffect, useRef } from 'react'
import { useTab } from '../feature/tab.ts'
import { registerShortcuts } from './registry.ts'
import type { Shortcut } from './registry.ts'

export interface ShortcutOptions extends Omit<Shortcut, 'keys' | 'run'> {
  /** Default true; a page kept alive behind another one never listens. */
  isOn?: boolean
}

/** A shortcut that works while this part is in the tab shown. */
export function useShortcut(
  keys: string,
  run: Shortcut['run'],
  { isOn = true, label, group, worksInDialogs, leavesTextBoxes, isTaken }: ShortcutOptions = {},
): void {
  const { isShown } = useTab()
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  // Before the first paint: what can be seen can be used.
  useLayoutEffect(() => {
    if (!isOn || !isShown) return undefined
    const shortcut = { keys, label, group, worksInDialogs, leavesTextBoxes, isTaken }
    return registerShortcuts([{ ...shortcut, run: (event) => latest.current(event) }])
  }, [keys, isOn, isShown, label, group, worksInDialogs, leavesTextBoxes, isTaken])
}
