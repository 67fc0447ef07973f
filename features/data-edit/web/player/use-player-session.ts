import { playerKey } from '@qd/contract-kit'
import type { LeftOut } from '@qd/protocol-model'
import { useCall, useLive, useLostServer, useScope } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { editHistory, getData, playerEditsChannel } from '../../contract/index.ts'
import { useEditor } from '../state/editor-store.ts'
import { mergeForeign } from '../state/merge-foreign.ts'
import { keepDrafts } from '../state/draft-keeper.ts'
import { useProtocol } from '../state/use-protocol.ts'
import { editText } from '../texts.ts'
import type { PlayerHome } from './use-editor-place.ts'

keepDrafts()

const NOTHING: readonly LeftOut[] = []

/** Loads definition and data of a player into their session and keeps them current. */
export function usePlayerSession(home: PlayerHome) {
  const { uId, game, lineId, sId } = home
  const player = playerKey(home)
  const at = useMemo(() => ({ game, lineId }), [game, lineId])
  const queries = useQueryClient()
  const protocol = useProtocol({ uId, at })
  const data = useCall(
    getData,
    { query: { uId }, body: {} },
    { at, tag: 'data-edit:title', told: 'inline', staleTimeMs: 5_000 },
  )
  const hasSession = useEditor((state) => state.sessions[player] !== undefined)
  const isSelected = useScope((state) => state.lineId === lineId)

  const reply = data.data
  const loaded = protocol.data
  const loadedAtMs = data.dataUpdatedAt
  const protocolAtMs = protocol.dataUpdatedAt
  const unmatched = useRef(0)
  const { refetch: refetchData } = data
  const { refetch: refetchProtocol } = protocol
  useEffect(() => {
    if (!reply || !loaded) return
    const { md5, definition, language } = loaded
    // Data read by one definition is never shown by another: new fields come with their values.
    const isPair = reply.md5 === undefined || reply.md5 === md5
    if (isPair) unmatched.current = 0
    // Each is asked for once more; a server that goes on disagreeing with itself is met at the next look.
    else if (unmatched.current < 2) {
      unmatched.current += 1
      void (loadedAtMs <= protocolAtMs ? refetchData() : refetchProtocol())
    }
    if (!isPair && (hasSession || unmatched.current < 2)) return
    useEditor.getState().load({ uId, game, md5, protocol: definition, language, loadedAtMs, ...reply })
  }, [uId, game, reply, loaded, loadedAtMs, protocolAtMs, hasSession, refetchData, refetchProtocol])

  const isLost = useLostServer({ lineId, sId }) !== null
  const wasLost = useRef(false)
  useEffect(() => {
    // Back again: what is shown may have changed meanwhile. Only read, nothing is sent by itself.
    if (wasLost.current && !isLost) void refetchData()
    wasLost.current = isLost
  }, [isLost, refetchData])

  useLive(playerEditsChannel, hasSession && isSelected ? { uId, game } : null, (event) => {
    // The tab may be behind another one: it is told in the corner as well as above the values.
    if (mergeForeign(player, event)) toast.notice(editText('people.changed', { actor: event.actor, uId }))
    void queries.invalidateQueries({ queryKey: [editHistory.path, player] })
    if (event.c.length === 0) void queries.invalidateQueries({ queryKey: [getData.path] })
  })
  return {
    hasSession,
    protocol,
    leftOut: reply?.leftOut ?? NOTHING,
    error: protocol.error ?? data.error,
    retry: () => {
      void protocol.refetch()
      void data.refetch()
    },
  }
}
