import { touchesSensitive } from '@qd/protocol-model'
import { CallError } from '@qd/web-base'
import { call, newConfirmation, reportFailure } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import type { Confirmation } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { editHistory, getData, undoEdit } from '../../contract/index.ts'
import type { Change } from '../../contract/index.ts'
import { commitQuestion } from '../pending/commit-question.tsx'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'

/** One edit that goes back, and what of it. */
export interface UndoTarget {
  editId: string
  /** Only these changes of it. */
  indexes?: readonly number[]
}

/** The question before sending; known here already when a sensitive field goes back in production. */
function useAsked(changes: readonly Change[]): () => Confirmation {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { uId, isProduction } = place
  const { draft } = useEditorSession()
  const isRisky = isProduction && changes.some((change) => touchesSensitive(draft.protocol, change))
  const count = changes.length
  const text = commitQuestion(place, { text: t('undo.willRun', { count }), changes })
  return () => newConfirmation({ text, action: t('undo.submit', { count }), expected: isRisky ? uId : null })
}

/** One key per edit and dialog: pressing again after a lost answer must not undo twice. */
function useKeys(): (editId: string) => string {
  const keys = useRef(new Map<string, string>())
  return (editId) => {
    const key = keys.current.get(editId) ?? crypto.randomUUID()
    keys.current.set(editId, key)
    return key
  }
}

export interface UndoControls {
  reason: string
  setReason: (reason: string) => void
  isBusy: boolean
  canSend: boolean
  send: (targets: readonly UndoTarget[]) => Promise<void>
}

/** Undoes edits one after the other; stops at the first that fails, and goes on there when it is sent again. */
export function useUndo(changes: readonly Change[], onDone: () => void): UndoControls {
  const t = useEditTexts()
  const { uId, at } = useEditorPlace()
  const queries = useQueryClient()
  const asked = useAsked(changes)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const keyOf = useKeys()
  const done = useRef(new Map<string, number>())

  const undoOne = async ({ editId, indexes }: UndoTarget, confirmation: Confirmation): Promise<void> => {
    if (done.current.has(editId)) return
    const body = {
      editId,
      ...(indexes === undefined ? {} : { indexes: [...indexes] }),
      reason: reason.trim(),
      idempotencyKey: keyOf(editId),
    }
    const reply = await call(
      undoEdit,
      { query: { uId }, body },
      { at, tag: 'data-edit:undo.action', told: 'place', confirmation },
    )
    done.current.set(editId, reply.results.filter(({ status }) => status === 0).length)
  }
  const tell = (error: unknown): void => {
    if (!(error instanceof CallError)) throw error
    reportFailure(error)
  }
  const send = async (targets: readonly UndoTarget[]): Promise<void> => {
    setBusy(true)
    try {
      const confirmation = asked()
      for (const target of targets) await undoOne(target, confirmation)
      toast.success(
        t('undo.done', { count: [...done.current.values()].reduce((sum, each) => sum + each, 0) }),
      )
      onDone()
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: [getData.path] })
      await queries.invalidateQueries({ queryKey: [editHistory.path] })
    }
  }
  return { reason, setReason, isBusy, canSend: reason.trim() !== '', send }
}
