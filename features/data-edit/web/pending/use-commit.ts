import type { PlayerKey } from '@qd/contract-kit'
import { touchesSensitive } from '@qd/protocol-model'
import { useKitText } from '@qd/web-base'
import { newConfirmation, outageNow } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import type { Confirmation } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { editHistory, getData, tipProtocol } from '../../contract/index.ts'
import { useEditorPlace, useEditorSession, useSessionPart } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { commitPending, nextRequest } from '../state/commit-calls.ts'
import type { EditorSession } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { checkPending } from '../state/player-calls.ts'
import { useLocalFaults } from '../state/use-fault-texts.ts'
import { unknownAt } from '../state/use-unknown-edits.ts'
import { editText, useEditTexts } from '../texts.ts'
import type { EditTexts } from '../texts.ts'
import { openAgain } from './again-dialog.tsx'
import { commitQuestion } from './commit-question.tsx'
import { openConflicts } from './conflict-dialog.tsx'

export interface CommitControls {
  canCheck: boolean
  canSubmit: boolean
  /** Why submitting is not possible yet, for people; null when it is. */
  blocker: string | null
  check: () => void
  submit: () => void
}

type KitTexts = ReturnType<typeof useKitText>

/** As long as the audit keeps it. */
const MOST_REASON = 500

/** Why a reason cannot stand; null when it can. */
function reasonFault(t: EditTexts, kit: KitTexts, reason: string): string | null {
  const { length } = reason.trim()
  if (length > MOST_REASON) return kit('issue.tooLong', { limit: MOST_REASON })
  return length === 0 ? t('blocker.reason') : null
}

/** What the field of the reason says below it: that it is too long at once, that it is missing after a try. */
export function useReasonFault(): string | null {
  const t = useEditTexts()
  const kit = useKitText()
  const reason = useSessionPart((session) => session.reason)
  const isMissed = useSessionPart((session) => session.isReasonMissed)
  return reason.trim() === '' && !isMissed ? null : reasonFault(t, kit, reason)
}

function reasonField(player: PlayerKey): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>('[data-commit-reason]')
  return [...fields].find(({ dataset }) => dataset['commitReason'] === player)
}

/** Brings the field of the reason into focus; false where it is not in view. */
function focusReason(player: PlayerKey): boolean {
  const field = reasonField(player)
  field?.focus()
  return field !== undefined && document.activeElement === field
}

function useBlocker(): string | null {
  const t = useEditTexts()
  const kit = useKitText()
  const { draft, reason } = useEditorSession()
  const faults = useLocalFaults()
  if (draft.changes.length === 0) return t('blocker.nothing')
  if (faults.size > 0) return t('blocker.faults', { count: faults.size })
  return reasonFault(t, kit, reason)
}

/** The question before a commit that weighs much; known here already when a sensitive field is set in production. */
function confirmationOf(
  place: EditorPlace,
  { draft, reason }: Pick<EditorSession, 'draft' | 'reason'>,
  onGiven: () => Promise<void>,
): Confirmation {
  const count = draft.changes.length
  const { uId, isProduction } = place
  const isRisky = isProduction && draft.changes.some((change) => touchesSensitive(draft.protocol, change))
  const question = {
    text: commitQuestion(place, {
      text: editText('confirm.text', { count, reason: reason.trim() }),
      changes: draft.changes,
    }),
    action: editText('commit.submit', { count }),
    expected: isRisky ? uId : null,
  }
  return newConfirmation(question, onGiven)
}

/** The panel tells a failure; where it is not in view, the corner does. */
function tellUnseenFailure(player: PlayerKey): void {
  const { failure } = useEditor.getState().sessions[player] ?? {}
  const field = reasonField(player)
  const isInView = field !== undefined && (field.checkVisibility?.() ?? true)
  if (failure && !isInView) toast.error(failure.msg)
}

/** Commits, and leads through the dialogs a commit can ask for. */
async function runCommit(place: EditorPlace, queries: QueryClient): Promise<void> {
  // An answer that was asked for before the commit must not be taken for the state after it.
  const beforePart = () => queries.cancelQueries({ queryKey: [getData.path] })
  const session = useEditor.getState().sessions[place.player]
  if (session === undefined) return
  const end = await commitPending(place, {
    confirmation: confirmationOf(place, session, beforePart),
    beforePart,
  })
  if (end.kind === 'conflict') openConflicts(place, end.gone)
  // A refusal may come from a definition that has changed: its fingerprint is compared at once.
  if (end.kind === 'failed') {
    tellUnseenFailure(place.player)
    await queries.invalidateQueries({ queryKey: [tipProtocol.path] })
    // A lost answer leaves an edit of unknown outcome: it is shown at once.
    await queries.invalidateQueries({ queryKey: [editHistory.path] })
  }
  if (end.kind === 'stopped') toast.success(editText('parts.stopped'))
  else if (end.kind === 'done') toast.success(editText('outcome.done'))
  else return
  await queries.invalidateQueries({ queryKey: [getData.path] })
  await queries.invalidateQueries({ queryKey: [editHistory.path] })
}

/** Ignore clicks while edits of unknown outcome of these players are looked up. */
const looking = new Set<PlayerKey>()

/** Asks first where an edit of unknown outcome stands at the same places; sent again under its key it is that edit. */
async function commitOnce(place: EditorPlace, queries: QueryClient, go: () => void): Promise<void> {
  const { player } = place
  const session = useEditor.getState().sessions[player]
  if (session === undefined || looking.has(player)) return
  const editId = nextRequest(session)?.editId
  looking.add(player)
  // Where the history cannot be read the commit itself will say why.
  const edits = await unknownAt(queries, place, session.draft.changes).catch(() => [])
  looking.delete(player)
  const others = edits.filter(({ id }) => id !== editId)
  if (others.length === 0) go()
  else openAgain(place, others, go)
}

/** What the check and submit buttons may do now, and why not. */
export function useCommit(): CommitControls {
  const place = useEditorPlace()
  const queries = useQueryClient()
  const { draft, busy } = useEditorSession()
  const faults = useLocalFaults()
  const blocker = useBlocker()
  return useMemo(() => {
    const isIdle = busy === null && place.canEdit
    return {
      canCheck: isIdle && draft.changes.length > 0 && faults.size === 0,
      canSubmit: isIdle && blocker === null,
      blocker,
      check: () => {
        // What moved has to be decided before a commit: the check says nothing of it that would hold.
        if (draft.moved.size > 0) openConflicts(place, [])
        else void checkPending(place)
      },
      submit: () => {
        if (!isIdle) return
        if (blocker !== null) {
          const isFree = draft.changes.length > 0 && faults.size === 0
          useEditor.getState().patch(place.player, { isReasonMissed: isFree })
          if (!focusReason(place.player) || !isFree) toast.warning(blocker)
          return
        }
        if (draft.moved.size > 0) return openConflicts(place, [])
        const go = () => void runCommit(place, queries)
        // Nothing can be looked up either: the commit itself says at once that nothing was sent.
        if (outageNow() !== null) return go()
        void commitOnce(place, queries, go)
      },
    }
  }, [busy, place, draft, faults, blocker, queries])
}
