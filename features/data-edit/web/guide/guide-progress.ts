import type { PlayerKey } from '@qd/contract-kit'
import { whenSessionEnds } from '@qd/web-calls'
import { keep } from '@qd/web-frame'
import type { EditorSession } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'

export const GUIDE_STEPS = ['open', 'change', 'check', 'undo'] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/** What the account keeps of the guide. */
export interface GuideProgress {
  done: readonly GuideStep[]
  isDismissed: boolean
}

export const GUIDE_KEY = 'data-edit.guide'
export const GUIDE_START: GuideProgress = { done: [], isDismissed: false }

/** The step a look at the player's session completes; each waits for the one before it. */
export function nextDone(done: readonly GuideStep[], session: EditorSession): readonly GuideStep[] {
  const isNow: Record<GuideStep, boolean> = {
    open: true,
    change: session.draft.changes.length > 0,
    check: session.check !== null,
    undo: session.draft.changes.length === 0,
  }
  const reached = [...done]
  for (const step of GUIDE_STEPS.slice(done.length)) {
    // What is undone was changed and checked before.
    if (!isNow[step]) break
    reached.push(step)
  }
  return reached
}

let watched: { player: PlayerKey; progress: GuideProgress } | null = null

function look(): void {
  const session = watched === null ? undefined : useEditor.getState().sessions[watched.player]
  if (watched === null || session === undefined) return
  const { progress } = watched
  const done = nextDone(progress.done, session)
  if (done.length === progress.done.length) return
  watched = { ...watched, progress: { ...progress, done } }
  keep(GUIDE_KEY, watched.progress)
}

/** Ticks the steps while they are done, wherever the user is meanwhile: home is hidden behind the player's page. */
export function watchGuide(player: PlayerKey, progress: GuideProgress): void {
  watched = { player, progress }
  look()
}

export function stopGuide(): void {
  watched = null
}

useEditor.subscribe(look)
whenSessionEnds(stopGuide)
