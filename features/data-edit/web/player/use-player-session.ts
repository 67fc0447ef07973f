import { useCall, useLive, useScope } from '@qd/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { editHistory, getData, playerEditsChannel } from '../../contract/index.ts'
import { useEditor } from '../state/editor-store.ts'
import { mergeForeign } from '../state/merge-foreign.ts'
import { keepDrafts } from '../state/draft-keeper.ts'
import { useProtocol } from '../state/use-protocol.ts'
import type { PlayerHome } from './use-editor-place.ts'

keepDrafts()

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
    useEditor.getState().load({ uId, game, md5, protocol: definition, loadedAtMs, ...reply })
  }, [uId, game, reply, loaded, loadedAtMs])

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
