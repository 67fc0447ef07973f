import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askEdit, editHistory, getData } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'

export interface AskControls {
  isAsking: boolean
  /** Why there is still no answer. */
  failure: string
  ask: () => void
}

/** Asks the game what became of edits; their entry then shows it in its place. */
export function useAsk(edits: readonly Edit[]): AskControls {
  const { uId, player, at } = useEditorPlace()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState('')
  const ask = async (): Promise<void> => {
    setAsking(true)
    setFailure('')
    try {
      for (const { id } of edits) {
        await call(
          askEdit,
          { query: { uId }, body: { editId: id } },
          { at, tag: 'data-edit:timeline.ask', told: 'place' },
        )
      }
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.message)
    }
    await queries.invalidateQueries({ queryKey: [editHistory.path, player] })
    await queries.invalidateQueries({ queryKey: [getData.path] })
    setAsking(false)
  }
  return { isAsking, failure, ask: () => void ask() }
}
