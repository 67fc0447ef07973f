import { storedState } from '@qd/web-base'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Pixels of the outer panels; remembered in this browser. */
export interface PanelWidths {
  modules: number
  pending: number
  timeline: number
  setWidth(part: Partial<Pick<PanelWidths, 'modules' | 'pending' | 'timeline'>>): void
}

export const WIDTH_LIMITS = {
  modules: { min: 180, max: 360 },
  pending: { min: 280, max: 520 },
  timeline: { min: 420, max: 720 },
} as const

function within(value: unknown, { min, max }: { min: number; max: number }, initial: number): number {
  return typeof value === 'number' && value >= min && value <= max ? value : initial
}

export const usePanelWidths = create<PanelWidths>()(
  persist((set) => ({ modules: 224, pending: 318, timeline: 536, setWidth: (part) => set(part) }), {
    name: 'editor-panels',
    storage: storedState(),
    partialize: ({ modules, pending, timeline }) => ({ modules, pending, timeline }),
    merge: (stored, current) => {
      const kept = (stored ?? {}) as Partial<PanelWidths>
      return {
        ...current,
        modules: within(kept.modules, WIDTH_LIMITS.modules, current.modules),
        pending: within(kept.pending, WIDTH_LIMITS.pending, current.pending),
        timeline: within(kept.timeline, WIDTH_LIMITS.timeline, current.timeline),
      }
    },
  }),
)
