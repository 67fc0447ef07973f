import type { RouteReply } from '@qd/contract-kit'
// By its own door: all of the contract would come into the pages with it.
import { KEY_LIFETIME_MS } from '@qd/game-contract/key-lifetime'
import type { Change } from '@qd/protocol-model'
import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { askEdit, editHistory, getData } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { meets } from '../model/awaited.ts'
import { useEditorPlace } from './editor-context.ts'
import type { EditorPlace } from './editor-context.ts'

const MAX_SHOWN = 50
const FIRST_ASK_MS = 5_000
const LAST_ASK_MS = 120_000

type Asked = Pick<EditorPlace, 'uId' | 'player' | 'at'>

function unknownEdits({ uId, player, at }: Asked) {
  return queryOptions({
    queryKey: [editHistory.path, player, 'unknown'],
    queryFn: ({ signal }) =>
      call(
        editHistory,
        { query: { uId }, body: { status: 'unknown', limit: MAX_SHOWN } },
        {
          at,
          tag: 'data-edit:history.title',
          told: { quiet: 'edits of unknown outcome stand in the history too, which tells its failure' },
          signal,
        },
      ),
  })
}

/** The same list each time, so that nothing is drawn anew for it. */
const NONE: readonly Edit[] = []

/** Edits of the player whose outcome is not known, whoever made them. */
export function useUnknownEdits(): readonly Edit[] {
  const { data } = useQuery(unknownEdits(useEditorPlace()))
  return data?.list ?? NONE
}

/** Those the game can still be asked about: later it has forgotten them, and nothing would end the waiting. */
const stillAsked = ({ list }: RouteReply<typeof editHistory>): readonly Edit[] =>
  list.filter(({ at }) => at > Date.now() - KEY_LIFETIME_MS)

/** Edits that the places they touch wait for. */
export function useAwaitedEdits(player: Asked): readonly Edit[] {
  const { data } = useQuery({ ...unknownEdits(player), select: stillAsked })
  return data ?? NONE
}

/** Edits of unknown outcome at the places of these changes, asked for now. */
export async function unknownAt(
  queries: QueryClient,
  place: EditorPlace,
  changes: readonly Change[],
): Promise<readonly Edit[]> {
  const { list } = await queries.fetchQuery({
    ...unknownEdits(place),
    staleTime: 0,
    // Paused without network, it would let the commit go by itself when the network is back.
    networkMode: 'always',
  })
  return list.filter((edit) => edit.changes.some((made) => changes.some((change) => meets(change, made))))
}

/** Asks the game what became of them: by hand at once, by itself again and again with growing pauses. */
export function useAskUnknown(edits: readonly Edit[]): {
  isAsking: boolean
  failure: string
  ask: () => void
} {
  const { uId, player, at, canEdit } = useEditorPlace()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState('')
  const [pauseMs, setPauseMs] = useState(FIRST_ASK_MS)
  const ids = edits.map(({ id }) => id).join(' ')

  const ask = useCallback(async (): Promise<void> => {
    setAsking(true)
    setFailure('')
    try {
      for (const editId of ids.split(' ')) {
        await call(
          askEdit,
          { query: { uId }, body: { editId } },
          { at, tag: 'data-edit:unknown.ask', told: 'place' },
        )
      }
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.message)
    }
    await queries.invalidateQueries({ queryKey: [editHistory.path, player] })
    await queries.invalidateQueries({ queryKey: [getData.path] })
    setPauseMs((pause) => Math.min(pause * 2, LAST_ASK_MS))
    setAsking(false)
  }, [ids, uId, player, at, queries])

  useEffect(() => {
    if (ids === '' || !canEdit || isAsking) return undefined
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => clearTimeout(timer)
  }, [ids, canEdit, isAsking, pauseMs, ask])
  return { isAsking, failure, ask: () => void ask() }
}
