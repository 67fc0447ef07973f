import { whenSessionEnds } from '@qd/web-calls'
import { create } from 'zustand'
import { EMPTY_DRAFT, withTyped } from './draft.ts'
import type { Draft, TypedFault } from './draft.ts'
import { storeDrafts, storedDrafts } from './stored-drafts.ts'

export type ComposeView = 'form' | 'json' | 'hex'

/** What is being written, by full name of the message: choosing another one and coming back loses nothing. */
interface Compose {
  drafts: Readonly<Record<string, Draft>>
  /** Grows when the JSON was changed from elsewhere: the editor shows it anew. */
  version: number
  view: ComposeView
}

export const useCompose = create<Compose>()(() => ({
  drafts: storedDrafts(),
  version: 0,
  view: 'form',
}))

whenSessionEnds(() => useCompose.setState({ drafts: {}, version: 0, view: 'form' }))

useCompose.subscribe(({ drafts }, before) => {
  if (drafts !== before.drafts) storeDrafts(drafts)
})

export function draftFor(message: string): Draft {
  return useCompose.getState().drafts[message] ?? EMPTY_DRAFT
}

/** `isTyped`: the JSON editor itself was typed in and already shows it. */
export function setDraft(message: string, draft: Draft, isTyped = false): void {
  useCompose.setState(({ drafts, version }) => ({
    drafts: { ...drafts, [message]: draft },
    version: isTyped ? version : version + 1,
  }))
}

/** A box of the message holds a text that is no value; null: it holds one again, or is gone. */
export function setTyped(message: string, path: string, fault: TypedFault | null): void {
  const draft = draftFor(message)
  if (fault === null && draft.typed[path] === undefined) return
  setDraft(message, withTyped(draft, path, fault), true)
}
