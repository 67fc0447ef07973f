import type { Level } from '@qd/contract-kit'
import { kitText } from '../i18n/kit-text.ts'
import { useScope } from '../stores/scope.ts'
import type { Selection } from '../stores/scope.ts'
import { toast } from '../toast/toast.ts'

/** S5.01. */
export const LEVEL_MESSAGE_MS = 800

export type MissingLevel = 'operator' | 'line' | 'server'

/** The first level the selection lacks for work that needs `level` (S5.01); null: nothing. */
export function missingLevel(level: Level, place: Selection): MissingLevel | null {
  if (level >= 1 && place.partnerCode === '') return 'operator'
  if (level >= 2 && place.lineId === '') return 'line'
  if (level >= 3 && place.sId === 0) return 'server'
  return null
}

/** Whether the selection is deep enough; if not, says what is missing and puts the focus there. */
export function requireLevel(level: Level): boolean {
  const missing = missingLevel(level, useScope.getState())
  if (missing === null) return true
  toast.warning(kitText(`scope.choose.${missing}`), LEVEL_MESSAGE_MS)
  document.querySelector<HTMLElement>(`[data-scope-level="${missing}"] button`)?.focus()
  return false
}
