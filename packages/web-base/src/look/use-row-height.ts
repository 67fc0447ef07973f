import { useSettings } from '../settings.ts'
import type { Density } from '../settings.ts'

/** Pixels, as `--qd-row` says to style sheets. */
const ROW_HEIGHTS: Record<Density, number> = { compact: 32, comfortable: 40 }

/** Height of a list's row in the chosen density, for lists that place their rows themselves. */
export function useRowHeight(): number {
  return ROW_HEIGHTS[useSettings((state) => state.density)]
}
