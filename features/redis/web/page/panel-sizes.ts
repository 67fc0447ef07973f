import { storedState } from '@qd/web-base'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type SizedPart = 'connections' | 'keys' | 'dock'

/** Widths of the panels and the height of what is docked, in pixels; remembered in this browser. */
interface PanelSizes extends Record<SizedPart, number> {
  setSize(part: Partial<Record<SizedPart, number>>): void
  /** As they are for somebody who comes for the first time. */
  reset(): void
}

export const SIZE_LIMITS: Readonly<Record<SizedPart, { min: number; max: number }>> = {
  connections: { min: 160, max: 420 },
  keys: { min: 260, max: 720 },
  dock: { min: 140, max: 640 },
}
const USUAL: Readonly<Record<SizedPart, number>> = { connections: 228, keys: 330, dock: 280 }

function within(part: SizedPart, value: unknown): number {
  const { min, max } = SIZE_LIMITS[part]
  return typeof value === 'number' && value >= min && value <= max ? value : USUAL[part]
}

export const usePanelSizes = create<PanelSizes>()(
  persist((set) => ({ ...USUAL, setSize: (part) => set(part), reset: () => set(USUAL) }), {
    name: 'redis-panels',
    storage: storedState(),
    partialize: ({ connections, keys, dock }) => ({ connections, keys, dock }),
    merge: (stored, current) => {
      const kept = (stored ?? {}) as Partial<Record<SizedPart, unknown>>
      return {
        ...current,
        connections: within('connections', kept.connections),
        keys: within('keys', kept.keys),
        dock: within('dock', kept.dock),
      }
    },
  }),
)
