import { createContext, useContext } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import { keyOf } from '../model/function-key.ts'
import { openDraft } from '../model/run-draft.ts'
import type { RunDraft } from '../model/run-draft.ts'

export type Drafts = Readonly<Record<string, RunDraft>>

/** Drafts of all functions of a page: what was typed for one is still there after looking at another. */
interface DraftStore {
  drafts: Drafts
  patch: (entry: FunctionEntry, change: Partial<RunDraft>) => void
}

export function patchDraft(drafts: Drafts, entry: FunctionEntry, change: Partial<RunDraft>): Drafts {
  const key = keyOf(entry)
  return { ...drafts, [key]: { ...(drafts[key] ?? openDraft(entry)), ...change } }
}

export const DraftContext = createContext<DraftStore | null>(null)

/** What is filled in for a function, and how to change it. */
export function useDraft(entry: FunctionEntry): {
  draft: RunDraft
  patch: (change: Partial<RunDraft>) => void
} {
  const store = useContext(DraftContext)
  if (!store) throw new Error('a part of the page stands outside DraftContext')
  return {
    draft: store.drafts[keyOf(entry)] ?? openDraft(entry),
    patch: (change) => store.patch(entry, change),
  }
}
