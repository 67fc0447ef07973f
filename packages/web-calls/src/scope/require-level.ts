import type { Level } from '@qd/contract-kit'
import { create } from 'zustand'
import { kitText } from '@qd/web-base'
import { useScope } from './scope.ts'
import { toast } from '@qd/web-frame'
import { missingLevel } from './missing-level.ts'
import type { MissingLevel } from './missing-level.ts'

/** S5.01. */
export const LEVEL_MESSAGE_MS = 800

/** The selector that is to have the focus as soon as it can; whoever shows the selectors gives it. */
export const useWantedSelector = create<{ wanted: MissingLevel | null; opens: boolean }>()(() => ({
  wanted: null,
  opens: false,
}))

/** Leads to the selector, wherever it stands: on narrow screens its drawer opens. `opens`: with its list, for who asked for it. */
export function wantSelector(wanted: MissingLevel | null, { opens = false } = {}): void {
  useWantedSelector.setState({ wanted, opens })
}

/** Says what is missing and leads to its selector (S5.01). */
export function askForSelection(missing: MissingLevel): void {
  toast.warning(kitText(`scope.choose.${missing}`), LEVEL_MESSAGE_MS)
  wantSelector(missing)
}

/** Whether the selection is deep enough; if not, says what is missing and leads there. */
export function requireLevel(level: Level): boolean {
  const missing = missingLevel(level, useScope.getState())
  if (missing === null) return true
  askForSelection(missing)
  return false
}
