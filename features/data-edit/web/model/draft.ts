import { applyAll, diffPlayer, dropChanges, merge3, overlaps, placeId } from '@qd/player-diff'
import { equalValues, locateChange } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { Place } from '@qd/player-diff'
import { keptSteps } from './local-undo.ts'

/** A value that changed on the server under an edit of ours. */
export interface MovedValue {
  place: Place
  /** What the edit was made upon. */
  loaded: unknown
  /** What stands there now. */
  current: unknown
}

/** A player's data as loaded, and what the operator wants to make of it. Never mutated. */
export interface Draft {
  readonly protocol: ProtocolDefinition
  readonly base: PlayerData
  readonly data: PlayerData
  readonly changes: readonly Change[]
  readonly past: readonly (readonly Change[])[]
  readonly future: readonly (readonly Change[])[]
  /** By place id; each waits for the operator to keep their value or take the server's. */
  readonly moved: ReadonlyMap<string, MovedValue>
  /** The typing that made the last step, and what could be done again before it; absent: a whole edit made it. */
  readonly typing?: { sign: symbol; future: Draft['future'] }
}

export function openDraft(protocol: ProtocolDefinition, base: PlayerData): Draft {
  return { protocol, base, data: base, changes: [], past: [], future: [], moved: new Map() }
}

function keepMoved(draft: Draft, changes: readonly Change[]): ReadonlyMap<string, MovedValue> {
  if (draft.moved.size === 0) return draft.moved
  const alive = new Set(changes.map(placeId))
  return new Map([...draft.moved].filter(([id]) => alive.has(id)))
}

function withData(draft: Draft, data: PlayerData): Draft {
  const changes = diffPlayer(draft.protocol, draft.base, data)
  return { ...draft, data, changes, moved: keepMoved(draft, changes) }
}

function remembered(draft: Draft, next: Draft): Draft {
  return { ...untyped(next), past: keptSteps([...draft.past, draft.changes]), future: [] }
}

/** What comes next is a step of its own. */
function untyped({ typing: _typing, ...draft }: Draft): Draft {
  return draft
}

/** Makes edits as one step of undo; the draft itself when nothing came of them. */
export function editDraft(draft: Draft, edits: readonly Change[]): Draft {
  const next = withData(draft, applyAll(draft.protocol, draft.data, edits).data)
  return equalValues(next.changes, draft.changes) ? draft : remembered(draft, next)
}

/** Whether the field holds an object, which its input shows as nothing. */
const isWrongBelow = ({ protocol, base }: Draft, edit: Change): boolean => {
  const located = locateChange(protocol, base, edit)
  return located.ok && typeof located.current === 'object' && located.current !== null
}

/** Typing that comes to nothing: the place is again what the input could not show, which no value can say. */
function takenBack(draft: Draft, edits: readonly Change[], sign: symbol): Draft {
  const { typing } = draft
  if (typing?.sign === sign) return { ...undo(draft), future: typing.future }
  return revertChanges(draft, edits)
}

/**
 * One key after the other is one step of undo; typed back to what it was, it is none. An edit without a value says
 * that the input shows nothing, as before the first key.
 */
export function typeDraft(draft: Draft, typed: readonly Change[], sign: symbol): Draft {
  const isNothing = (edit: Change): boolean => edit.op === 'set' && edit.value === undefined
  if (typed.some((edit) => isNothing(edit) && isWrongBelow(draft, edit))) return takenBack(draft, typed, sign)
  const edits = typed.map((edit) => (isNothing(edit) ? { ...edit, value: null } : edit))
  const next = withData(draft, applyAll(draft.protocol, draft.data, edits).data)
  if (equalValues(next.changes, draft.changes)) return draft
  const { typing, past } = draft
  if (typing?.sign !== sign) return { ...remembered(draft, next), typing: { sign, future: draft.future } }
  const before = past.at(-1)
  const isBack = before !== undefined && equalValues(before, next.changes)
  return isBack ? { ...untyped(next), past: past.slice(0, -1), future: typing.future } : next
}

export function undo(draft: Draft): Draft {
  const changes = draft.past.at(-1)
  if (!changes) return draft
  const next = untyped(withData(draft, applyAll(draft.protocol, draft.base, changes).data))
  return { ...next, past: draft.past.slice(0, -1), future: keptSteps([...draft.future, draft.changes]) }
}

export function redo(draft: Draft): Draft {
  const changes = draft.future.at(-1)
  if (!changes) return draft
  const next = untyped(withData(draft, applyAll(draft.protocol, draft.base, changes).data))
  return { ...next, past: keptSteps([...draft.past, draft.changes]), future: draft.future.slice(0, -1) }
}

export function revertAll(draft: Draft): Draft {
  return draft.changes.length === 0 ? draft : remembered(draft, withData(draft, draft.base))
}

/** Takes back some of the pending changes and keeps the others. */
export function revertChanges(draft: Draft, gone: readonly Change[]): Draft {
  const ids = new Set(gone.map(placeId))
  const isGone = (change: Change): boolean => ids.has(placeId(change))
  const kept = dropChanges(draft.protocol, draft.base, draft.changes, isGone)
  if (kept.length === draft.changes.length) return draft
  return remembered(draft, withData(draft, applyAll(draft.protocol, draft.base, kept).data))
}

/**
 * Puts the edits upon what the server has now. A value that moved under an edit keeps the operator's
 * and is listed in `moved`; what the server already has as wanted is no change any more.
 */
export function rebaseDraft(draft: Draft, base: PlayerData): Draft {
  if (equalValues(draft.base, base)) return draft
  const { protocol, changes } = draft
  const { merged, conflicts } = merge3(protocol, draft.base, { mine: changes, theirs: base, prefer: 'mine' })
  const rebased = withData({ ...draft, base }, merged)
  // A conflict about a row or a list marks every edit that is left inside it.
  const marks = rebased.changes.flatMap((change): [string, MovedValue][] => {
    const conflict = conflicts.find(({ place, isGone }) => !isGone && overlaps(place, change))
    if (!conflict) return []
    const { place, base: loaded, theirs: current } = conflict
    return [[placeId(change), { place, loaded, current }]]
  })
  return { ...rebased, moved: new Map([...rebased.moved, ...marks]) }
}

/** The operator has seen the server's value and keeps their own. */
export function keepMine(draft: Draft, place: Place): Draft {
  return { ...draft, moved: new Map([...draft.moved].filter(([id]) => id !== placeId(place))) }
}

/** After a commit: applied changes leave the draft, refused ones stay upon the new base. */
export function settleDraft(draft: Draft, base: PlayerData, applied: readonly Change[]): Draft {
  const ids = new Set(applied.map(placeId))
  const open = dropChanges(draft.protocol, draft.base, draft.changes, (change) => ids.has(placeId(change)))
  const settled = withData({ ...draft, base, moved: new Map() }, applyAll(draft.protocol, base, open).data)
  // Steps before a commit would undo what the server has already done.
  return { ...untyped(settled), past: [], future: [] }
}
