import { whenSessionEnds } from '@qd/web-calls'
import { create } from 'zustand'
import type { SavedRequest } from '../../contract/index.ts'
import { draftFor } from '../compose/compose-store.ts'
import { EMPTY_DRAFT } from '../compose/draft.ts'
import type { Draft } from '../compose/draft.ts'

/** The saved request that is being written on. */
export interface OpenedRequest {
  saved: SavedRequest
  /** The JSON as it was opened or saved last. */
  text: string
}

/** By full name of the message, as the drafts are. */
interface OpenedRequests {
  opened: Readonly<Record<string, OpenedRequest>>
}

export const useOpenedRequests = create<OpenedRequests>()(() => ({ opened: {} }))

whenSessionEnds(() => useOpenedRequests.setState({ opened: {} }))

export function setOpened(message: string, request: OpenedRequest): void {
  useOpenedRequests.setState(({ opened }) => ({ opened: { ...opened, [message]: request } }))
}

/**
 * Follows another name or folder; null: it is deleted. A revision that skips one holds a body this window never saw: the
 * one opened stays, so that the next save is refused instead of writing over it.
 */
export function followSaved(savedId: string, saved: SavedRequest | null): void {
  useOpenedRequests.setState(({ opened }) => ({
    opened: Object.fromEntries(
      Object.entries(opened).flatMap(([message, request]) => {
        if (request.saved.savedId !== savedId) return [[message, request]]
        if (saved === null) return []
        const isNext = request.saved.revision === saved.revision - 1
        return [[message, isNext ? { ...request, saved } : request]]
      }),
    ),
  }))
}

/** Whether a draft is JSON and nothing else: bytes beyond it, or texts that are no value, are kept by no saved request. */
export function isSaveable({ raw, fault, typed }: Draft): boolean {
  return raw === null && fault === null && Object.keys(typed).length === 0
}

/** Whether a draft says something else than the saved request it came from. */
export function isChanged(draft: Draft, opened: OpenedRequest | undefined): boolean {
  return !isSaveable(draft) || draft.text !== (opened?.text ?? EMPTY_DRAFT.text)
}

/** Whether another body would take away something that is nowhere else. */
export function wouldLose(message: string, body: string): boolean {
  const draft = draftFor(message)
  if (isSaveable(draft) && (draft.text === body || draft.text === EMPTY_DRAFT.text)) return false
  return isChanged(draft, useOpenedRequests.getState().opened[message])
}
