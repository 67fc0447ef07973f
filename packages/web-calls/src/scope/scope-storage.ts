import { readOfWindow, readStored, writeOfWindow, writeStored } from '@qd/web-base'
import type { PersistStorage } from 'zustand/middleware'
import { NOTHING } from './selection.ts'
import type { Selection } from './selection.ts'

/** What outlives a reload: where this window is, where a new window begins, and the last choices. */
export interface StoredScope extends Selection {
  kept: Selection
  recent: Record<string, string[]>
}

/** As the browser keeps it for all windows: the kept selection and the last choices. */
type OfBrowser = Selection & Pick<StoredScope, 'recent'>

function textOf(kept: Selection, recent: OfBrowser['recent']): string {
  return JSON.stringify({ state: { ...kept, recent }, version: 0 })
}

function parsed<T>(text: string | null): Partial<T> | null {
  try {
    const value = JSON.parse(text ?? 'null') as { state?: Partial<T> } | null
    return value?.state ?? null
  } catch {
    // Not from this product; what it stands for is chosen again.
    return null
  }
}

/**
 * Two windows may work at two servers, and a reload must not swap them: the selection is the window's, and only
 * what a user chose is kept for the next one. What this window has not changed it does not write over what another
 * one chose meanwhile.
 */
export function scopeStorage(): PersistStorage<StoredScope> {
  let written = ''
  return {
    getItem: (name) => {
      const ofBrowser = parsed<OfBrowser>(readStored(name))
      const { recent, ...kept } = { ...NOTHING, recent: {}, ...ofBrowser }
      const ofWindow = parsed<Selection>(readOfWindow(name))
      if (ofBrowser === null && ofWindow === null) return null
      written = textOf(kept, recent)
      return { state: { ...kept, ...ofWindow, kept, recent } }
    },
    setItem: (name, { state: { kept, recent, ...own } }) => {
      writeOfWindow(name, JSON.stringify({ state: own }))
      const text = textOf(kept, recent)
      if (written !== text) writeStored(name, text)
      written = text
    },
    removeItem: () => {},
  }
}
