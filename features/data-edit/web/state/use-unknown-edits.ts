import { overlaps, shifts } from '@qd/player-diff'
import type { Change } from '@qd/protocol-model'
import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { askEdit, editHistory, getData } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { useEditorPlace } from './editor-context.ts'
import type { EditorPlace } from './editor-context.ts'

const MAX_SHOWN = 50
const FIRST_ASK_MS = 5_000
const LAST_ASK_MS = 120_000

function unknownEdits({ uId, player, at }: Pick<EditorPlace, 'uId' | 'player' | 'at'>) {
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

/** Edits of the player whose outcome is not known, whoever made them. */
export function useUnknownEdits(): readonly Edit[] {
  const { data } = useQuery(unknownEdits(useEditorPlace()))
  return data?.list ?? []
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
  const meets = (one: Change, other: Change): boolean =>
    overlaps(one, other) || shifts(one, other) || shifts(other, one)
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
