import { storedState } from '@qd/web-base'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Pixels of the panels around the time line; remembered in this browser. */
export interface PanelSizes {
  left: number
  right: number
  /** Height of the editor below the messages. */
  compose: number
  /** Height of the player's state below the detail. */
  state: number
  setSize(part: Partial<Record<SizedPart, number>>): void
}
export type SizedPart = 'left' | 'right' | 'compose' | 'state'

export const SIZE_LIMITS: Readonly<Record<SizedPart, { min: number; max: number }>> = {
  left: { min: 220, max: 520 },
  right: { min: 300, max: 760 },
  compose: { min: 160, max: 720 },
  state: { min: 120, max: 560 },
}
const USUAL: Readonly<Record<SizedPart, number>> = { left: 288, right: 392, compose: 372, state: 220 }
const PARTS = ['left', 'right', 'compose', 'state'] as const

function within(part: SizedPart, value: unknown): number {
  const { min, max } = SIZE_LIMITS[part]
  return typeof value === 'number' && value >= min && value <= max ? value : USUAL[part]
}

export const usePanelSizes = create<PanelSizes>()(
  persist((set) => ({ ...USUAL, setSize: (part) => set(part) }), {
    name: 'simulator-panels',
    storage: storedState(),
    partialize: ({ left, right, compose, state }) => ({ left, right, compose, state }),
    merge: (stored, current) => {
      const kept = (stored ?? {}) as Partial<Record<SizedPart, unknown>>
      const sizes = Object.fromEntries(PARTS.map((part) => [part, within(part, kept[part])]))
      return { ...current, ...sizes }
    },
  }),
)
