import { readStored, writeStored } from '@qd/web-base'
import { whenSessionEnds } from '@qd/web-calls'
import { create } from 'zustand'

const STORED = 'palette-recent'
const KEPT = 8

function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, KEPT) : []
  } catch {
    // Unreadable: it starts empty.
    return []
  }
}

/** Ids of what was chosen lately, newest first. */
export const useRecent = create<{ ids: readonly string[] }>()(() => ({ ids: readIds() }))

export function noteChosen(id: string): void {
  const ids = [id, ...useRecent.getState().ids.filter((other) => other !== id)].slice(0, KEPT)
  useRecent.setState({ ids })
  writeStored(STORED, JSON.stringify(ids))
}

whenSessionEnds(() => useRecent.setState({ ids: [] }))
