import { applyChanges } from '@qd/protocol-model'
import { useCall, useLive, useScope, useSession } from '@qd/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { editHistory, getData, playerEditsChannel } from '../../contract/index.ts'
import { rebaseDraft } from '../model/draft.ts'
import { withDraft } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { useProtocol } from '../state/use-protocol.ts'
import type { PlayerHome } from './use-editor-place.ts'

/** Merges somebody else's commit under the open edits; a big one comes without values and is fetched. */
function mergeForeign(
  uId: string,
  event: { editId: string; actor: string; at: number; c: { d: string; change: string }[]; version: string },
): void {
  useEditor.getState().update(uId, (session) => {
    const { editId, actor, at, c, version } = event
    const isOwn = session.busy === 'commit' || session.outcome?.editId === editId
    if (isOwn) return session
    // The same user in another tab, or an undo of his own, is merged without a word.
    const isMe = useSession.getState().userInfo?.username === actor
    const foreign = isMe ? session.foreign : { editId, actor, at }
    if (c.length === 0) return { ...session, foreign }
    const base = applyChanges(session.draft.base, c, session.draft.protocol).data
    const next = withDraft(session, rebaseDraft(session.draft, base))
    return { ...next, foreign, version, loadedAtMs: Date.now() }
  })
}

/** Loads definition and data of a player into his session and keeps them current. */
export function usePlayerSession(home: PlayerHome) {
  const { uId, game, lineId } = home
  const baseAddress = `/line/${encodeURIComponent(lineId)}`
  const queries = useQueryClient()
  const protocol = useProtocol({ uId, game, lineId, baseAddress })
  const data = useCall(
    getData,
    { query: { uId }, body: {} },
    { baseAddress, silent: true, staleTimeMs: 5_000 },
  )
  const hasSession = useEditor((state) => state.sessions[uId] !== undefined)
  const isSelected = useScope((state) => state.lineId === lineId)

  const reply = data.data
  const loaded = protocol.data
  const loadedAtMs = data.dataUpdatedAt
  useEffect(() => {
    if (!reply || !loaded) return
    const { md5, definition } = loaded
    useEditor.getState().load({ uId, md5, protocol: definition, loadedAtMs, ...reply })
  }, [uId, reply, loaded, loadedAtMs])

  useLive(playerEditsChannel, hasSession && isSelected ? { uId } : null, (event) => {
    mergeForeign(uId, event)
    void queries.invalidateQueries({ queryKey: [editHistory.path, uId] })
    if (event.c.length === 0) void queries.invalidateQueries({ queryKey: [getData.path] })
  })
  return {
    hasSession,
    protocol,
    error: protocol.error ?? data.error,
    retry: () => {
      void protocol.refetch()
      void data.refetch()
    },
  }
}
