import { storedState } from '@qd/web-base'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { BulkChange, TryFirst } from '../contract/index.ts'

/** A change as it was taken from an editor, and how people call its place. */
export interface DraftChange {
  change: BulkChange
  /** Module, row and field in words. */
  label: string
  /** A whole number was set: it can be added as well. */
  isWhole: boolean
}

/** What has been typed for a bulk edit; one at a time, kept in the browser until it is started. */
export interface BulkDraft {
  text: string
  /** Name of the file the list came from. */
  fileName: string
  /** A list that was sent as a file; empty: the text is the list. */
  fileId: string
  changes: readonly DraftChange[]
  onlyUnchanged: boolean
  existing: 'skip' | 'refuse'
  policy: 'live' | 'kick' | 'refuse'
  /** uIds to preview; empty: first, middle and last. */
  samples: string
  reason: string
  /** What the job is called; empty: what it changes. */
  name: string
  isWholeLine: boolean
  /** Further lines and servers, by their keys. */
  also: readonly string[]
  /** Some players first, and what comes after them. */
  isTried: boolean
  triedPlayers: number
  triedMost: number
  triedThen: 'go' | 'wait'
  triedMinutes: number
}

export const EMPTY_DRAFT: BulkDraft = {
  text: '',
  fileName: '',
  fileId: '',
  changes: [],
  onlyUnchanged: false,
  existing: 'skip',
  policy: 'live',
  samples: '',
  reason: '',
  name: '',
  isWholeLine: false,
  also: [],
  isTried: false,
  triedPlayers: 100,
  triedMost: 0,
  triedThen: 'go',
  triedMinutes: 10,
}

/** A longer list would fill the browser's storage; it stays in memory only. */
const STORED_CHARS = 400_000

interface BulkDraftState extends BulkDraft {
  patch: (part: Partial<BulkDraft>) => void
  reset: () => void
}

export const useBulkDraft = create<BulkDraftState>()(
  persist(
    (set) => ({
      ...EMPTY_DRAFT,
      patch: (part) => set(part),
      reset: () => set(EMPTY_DRAFT),
    }),
    {
      name: 'bulk-draft',
      storage: storedState<BulkDraft>(),
      partialize: ({ patch: _patch, reset: _reset, ...draft }): BulkDraft =>
        draft.text.length > STORED_CHARS ? { ...draft, text: '', fileName: '' } : draft,
    },
  ),
)

/** Whether there are players, typed or sent as a file. */
export const hasList = ({ text, fileId }: BulkDraft): boolean => fileId !== '' || text.trim() !== ''

/** What is tried first, as the server takes it; nothing where that would be the whole list. */
export function tryFirstOf(draft: BulkDraft, players: number): { tryFirst?: TryFirst } {
  const { isTried, triedPlayers, triedMost, triedThen, triedMinutes } = draft
  if (!isTried || triedPlayers >= players) return {}
  const wait = triedThen === 'wait' ? { waitMinutes: triedMinutes } : {}
  return { tryFirst: { players: triedPlayers, mostFailedPercent: triedMost, ...wait } }
}

/** The set as the server takes it. */
export function bulkSetOf({ changes, onlyUnchanged, existing }: BulkDraft) {
  return { changes: changes.map(({ change }) => change), onlyUnchanged, existing }
}
