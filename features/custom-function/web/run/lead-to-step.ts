import { findShown } from '@qd/web-frame'
import type { LeadStep } from './run-panel.tsx'

/** What stands at the place of a step; a player is chosen in the top bar. */
const PLACES: Record<LeadStep, string> = {
  player: '[role="search"] [role="combobox"]',
  list: '[data-run-part="list"] textarea',
  parameters: ['input', 'textarea', 'button']
    .map((part) => `[data-run-part="parameters"] [data-wrong="true"] ${part}`)
    .join(', '),
  result: '[data-run-part="result"]',
}

/** Leads to where the next step is done, ready to be typed into or read; false where that is not in view. */
export function leadToStep(step: LeadStep): boolean {
  const element = findShown(PLACES[step])
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus()
  return element !== null
}
