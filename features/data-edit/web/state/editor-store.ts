import { playerKey } from '@qd/contract-kit'
import type { PlayerKey } from '@qd/contract-kit'
import type { Change } from '@qd/protocol-model'
import { queryClient, whenSessionEnds } from '@qd/web-calls'
import { setUnsaved, useUnsaved } from '@qd/web-frame'
import { create } from 'zustand'
import { editDraft, redo, revertAll, revertChanges, typeDraft, undo } from '../model/draft.ts'
import type { Draft } from '../model/draft.ts'
import { openSession, reloadSession, withDraft } from './editor-session.ts'
import type { EditorSession, LoadedPlayer } from './editor-session.ts'
import type { HistoryView } from './history-place.ts'
import { playerTab, whenPlayerCloses } from './player-tab.ts'

/** What of a player's time line is to be in view as soon as they are open. */
const wantedHistory = new Map<PlayerKey, HistoryView>()

export interface EditorState {
  /** Drafts stay while the app lives. */
  sessions: Readonly<Record<PlayerKey, EditorSession>>
  load(loaded: LoadedPlayer): void
  patch(player: PlayerKey, part: Partial<EditorSession>): void
  update(player: PlayerKey, step: (session: EditorSession) => EditorSession): void
  /** Changes the draft; what was checked before becomes stale. */
  redraft(player: PlayerKey, step: (draft: Draft) => Draft): void
  close(player: PlayerKey): void
}

export const useEditor = create<EditorState>()((set, get) => ({
  sessions: {},
  load(loaded) {
    set(({ sessions }) => {
      const player = playerKey(loaded)
      const open = sessions[player]
      const session = open ? reloadSession(open, loaded) : openSession(loaded)
      const history = wantedHistory.get(player) ?? session.history
      wantedHistory.delete(player)
      const shown = { ...session, history }
      return { sessions: { ...sessions, [player]: shown } }
    })
  },
  patch: (player, part) => get().update(player, (session) => ({ ...session, ...part })),
  update(player, step) {
    set(({ sessions }) => {
      const session = sessions[player]
      return session ? { sessions: { ...sessions, [player]: step(session) } } : {}
    })
  },
  redraft: (player, step) => get().update(player, (session) => withDraft(session, step(session.draft))),
  close(player) {
    set(({ sessions }) => {
      const { [player]: _closed, ...rest } = sessions
      return { sessions: rest }
    })
  },
}))

/** Brings an entry of a player's time line into view, now or when the player has been opened. */
export function wantEntry(player: PlayerKey, entry: string): void {
  const history = { place: null, entry }
  const { sessions, patch } = useEditor.getState()
  if (sessions[player] === undefined) wantedHistory.set(player, history)
  else patch(player, { history })
}

// The shell marks the tags of players whose draft holds changes.
useEditor.subscribe(({ sessions }) => {
  for (const session of Object.values<EditorSession>(sessions)) {
    setUnsaved(playerTab(session), session.draft.changes.length + session.aside.length)
  }
})

// A closed player is forgotten: opening them again starts from what the game server holds.
whenPlayerCloses((player) => {
  useEditor.getState().close(playerKey(player))
  const uId = JSON.stringify(player.uId)
  queryClient.removeQueries({
    predicate: (query) => query.getObserversCount() === 0 && query.queryHash.includes(uId),
  })
})

// Drafts belong to the session that made them.
whenSessionEnds(() => {
  wantedHistory.clear()
  useEditor.setState({ sessions: {} })
  useUnsaved.setState({ counts: {} })
})

/** What a hand can do to a draft; every step can be undone. */
export const draftActions = {
  edit: (player: PlayerKey, changes: readonly Change[]) =>
    useEditor.getState().redraft(player, (draft) => editDraft(draft, changes)),
  /** While one types; see `typeDraft`. */
  type: (player: PlayerKey, changes: readonly Change[], typing: symbol) =>
    useEditor.getState().redraft(player, (draft) => typeDraft(draft, changes, typing)),
  undo: (player: PlayerKey) => useEditor.getState().redraft(player, undo),
  redo: (player: PlayerKey) => useEditor.getState().redraft(player, redo),
  revert: (player: PlayerKey, changes: readonly Change[]) =>
    useEditor.getState().redraft(player, (draft) => revertChanges(draft, changes)),
  revertAll: (player: PlayerKey) => useEditor.getState().redraft(player, revertAll),
}
