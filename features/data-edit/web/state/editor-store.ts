import type { Change } from '@qd/protocol-model'
import { queryClient, setUnsaved, useUnsaved, whenSessionEnds, whenTabCloses } from '@qd/web-kit'
import { create } from 'zustand'
import { editDraft, redo, revertAll, revertChanges, undo } from '../model/draft.ts'
import type { Draft } from '../model/draft.ts'
import { openSession, reloadSession, withDraft } from './editor-session.ts'
import type { EditorSession, LoadedPlayer } from './editor-session.ts'
import { PLAYER_PAGE, playerTab } from './player-tab.ts'

export interface EditorState {
  /** By uId: drafts stay while the app lives. */
  sessions: Readonly<Record<string, EditorSession>>
  load(loaded: LoadedPlayer): void
  patch(uId: string, part: Partial<EditorSession>): void
  update(uId: string, step: (session: EditorSession) => EditorSession): void
  /** Changes the draft; what was checked before becomes stale. */
  redraft(uId: string, step: (draft: Draft) => Draft): void
  close(uId: string): void
}

export const useEditor = create<EditorState>()((set, get) => ({
  sessions: {},
  load(loaded) {
    set(({ sessions }) => {
      const open = sessions[loaded.uId]
      return {
        sessions: { ...sessions, [loaded.uId]: open ? reloadSession(open, loaded) : openSession(loaded) },
      }
    })
  },
  patch: (uId, part) => get().update(uId, (session) => ({ ...session, ...part })),
  update(uId, step) {
    set(({ sessions }) => {
      const session = sessions[uId]
      return session ? { sessions: { ...sessions, [uId]: step(session) } } : {}
    })
  },
  redraft: (uId, step) => get().update(uId, (session) => withDraft(session, step(session.draft))),
  close(uId) {
    set(({ sessions }) => {
      const { [uId]: _closed, ...rest } = sessions
      return { sessions: rest }
    })
  },
}))

// The shell marks the tags of players whose draft holds changes.
useEditor.subscribe(({ sessions }) => {
  for (const { uId, draft, aside } of Object.values(sessions)) {
    setUnsaved(playerTab(uId), draft.changes.length + aside.length)
  }
})

// A closed player is forgotten: opening him again starts from what the game server holds.
whenTabCloses(({ page, record: { uId } }) => {
  if (page !== PLAYER_PAGE || uId === undefined) return
  useEditor.getState().close(uId)
  queryClient.removeQueries({
    predicate: (query) => query.getObserversCount() === 0 && query.queryHash.includes(JSON.stringify(uId)),
  })
})

// Drafts belong to the session that made them.
whenSessionEnds(() => {
  useEditor.setState({ sessions: {} })
  useUnsaved.setState({ counts: {} })
})

/** What a hand can do to a draft; every step can be undone. */
export const draftActions = {
  edit: (uId: string, changes: readonly Change[]) =>
    useEditor.getState().redraft(uId, (draft) => editDraft(draft, changes)),
  undo: (uId: string) => useEditor.getState().redraft(uId, undo),
  redo: (uId: string) => useEditor.getState().redraft(uId, redo),
  revert: (uId: string, changes: readonly Change[]) =>
    useEditor.getState().redraft(uId, (draft) => revertChanges(draft, changes)),
  revertAll: (uId: string) => useEditor.getState().redraft(uId, revertAll),
}
