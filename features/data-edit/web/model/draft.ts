import { applyEdit, elementKeyOf, equalValues, locateChange } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { placeFacts } from './change-facts.ts'
import { pendingChanges } from './pending-changes.ts'
import { placeId } from './place.ts'
import type { Place } from './place.ts'

const MAX_UNDO = 200

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
  /** By place id; each waits for the operator to keep his value or take the server's. */
  readonly moved: ReadonlyMap<string, MovedValue>
}

export function openDraft(protocol: ProtocolDefinition, base: PlayerData): Draft {
  return { protocol, base, data: base, changes: [], past: [], future: [], moved: new Map() }
}

/** Whether an element with this key already stands in the list, so that adding it would make two. */
function isTaken(protocol: ProtocolDefinition, data: PlayerData, change: Change): boolean {
  const { parent } = placeFacts(protocol, change)
  if (change.op !== 'add' || parent?.kind !== 'list' || elementKeyOf(parent) === '') return false
  const located = locateChange(protocol, data, change)
  return located.ok && located.current !== undefined
}

function applyOne(protocol: ProtocolDefinition, data: PlayerData, change: Change): PlayerData | null {
  if (isTaken(protocol, data, change)) return null
  const applied = applyEdit(protocol, data, change)
  return applied.ok ? applied.data : null
}

/** Applies what can be applied; an edit whose row is gone is left out. */
function applyAll(protocol: ProtocolDefinition, base: PlayerData, changes: readonly Change[]): PlayerData {
  return changes.reduce((data, change) => applyOne(protocol, data, change) ?? data, base)
}

function keepMoved(draft: Draft, changes: readonly Change[]): ReadonlyMap<string, MovedValue> {
  const alive = new Set(changes.map(placeId))
  return new Map([...draft.moved].filter(([id]) => alive.has(id)))
}

function withData(draft: Draft, data: PlayerData): Draft {
  const changes = pendingChanges(draft.protocol, draft.base, data)
  return { ...draft, data, changes, moved: keepMoved(draft, changes) }
}

function remembered(draft: Draft, next: Draft): Draft {
  return { ...next, past: [...draft.past, draft.changes].slice(-MAX_UNDO), future: [] }
}

/** Makes edits as one step of undo; the draft itself when nothing came of them. */
export function editDraft(draft: Draft, edits: readonly Change[]): Draft {
  const next = withData(draft, applyAll(draft.protocol, draft.data, edits))
  return equalValues(next.changes, draft.changes) ? draft : remembered(draft, next)
}

export function undo(draft: Draft): Draft {
  const changes = draft.past.at(-1)
  if (!changes) return draft
  const next = withData(draft, applyAll(draft.protocol, draft.base, changes))
  return { ...next, past: draft.past.slice(0, -1), future: [...draft.future, draft.changes] }
}

export function redo(draft: Draft): Draft {
  const changes = draft.future.at(-1)
  if (!changes) return draft
  const next = withData(draft, applyAll(draft.protocol, draft.base, changes))
  return { ...next, past: [...draft.past, draft.changes], future: draft.future.slice(0, -1) }
}

export function revertAll(draft: Draft): Draft {
  return draft.changes.length === 0 ? draft : remembered(draft, withData(draft, draft.base))
}

/** Takes back some of the pending changes and keeps the others. */
export function revertChanges(draft: Draft, gone: readonly Change[]): Draft {
  const ids = new Set(gone.map(placeId))
  const kept = draft.changes.filter((change) => !ids.has(placeId(change)))
  if (kept.length === draft.changes.length) return draft
  return remembered(draft, withData(draft, applyAll(draft.protocol, draft.base, kept)))
}

/** The changes as the server takes them: path segments as text. */
export function wireChanges(changes: readonly Change[]): (Omit<Change, 'path'> & { path: string[] })[] {
  return changes.map((change) => ({ ...change, path: change.path.map(String) }))
}

interface Rebase {
  draft: Draft
  moved: Map<string, MovedValue>
}

/** A row that somebody else added meanwhile takes our values instead of being added again. */
function placed(protocol: ProtocolDefinition, data: PlayerData, change: Change): PlayerData {
  const applied = applyOne(protocol, data, change)
  if (applied) return applied
  if (change.op !== 'add') return data
  const written = applyEdit(protocol, data, { ...change, op: 'set' })
  return written.ok ? written.data : data
}

function rebaseOne({ draft, moved }: Rebase, change: Change): Rebase {
  const located = locateChange(draft.protocol, draft.data, change)
  const current = located.ok ? located.current : undefined
  const data = placed(draft.protocol, draft.data, change)
  const isAsLoaded = equalValues(current, change.op === 'add' ? undefined : change.old)
  const isAsWanted = equalValues(current, change.op === 'remove' ? undefined : change.value)
  if (!isAsLoaded && !isAsWanted) {
    moved.set(placeId(change), { place: change, loaded: change.old, current })
  }
  return { draft: { ...draft, data }, moved }
}

/**
 * Puts the edits upon what the server has now. A value that moved under an edit keeps the operator's
 * and is listed in `moved`; what the server already has as wanted is no change any more.
 */
export function rebaseDraft(draft: Draft, base: PlayerData): Draft {
  if (equalValues(draft.base, base)) return draft
  const start: Rebase = { draft: { ...draft, base, data: base }, moved: new Map(draft.moved) }
  const { draft: next, moved } = draft.changes.reduce(rebaseOne, start)
  const rebased = withData({ ...next, moved }, next.data)
  // An add over a row of somebody else has become edits inside it: they inherit the mark.
  const inherited = rebased.changes.flatMap((change): [string, MovedValue][] => {
    const mark = [...moved.values()].find(
      ({ place }) =>
        place.diff === change.diff && place.key === change.key && place.path.length < change.path.length,
    )
    return mark ? [[placeId(change), mark]] : []
  })
  return { ...rebased, moved: new Map([...rebased.moved, ...inherited]) }
}

/** The operator has seen the server's value and keeps his own. */
export function keepMine(draft: Draft, place: Place): Draft {
  return { ...draft, moved: new Map([...draft.moved].filter(([id]) => id !== placeId(place))) }
}

/** After a commit: applied changes leave the draft, refused ones stay upon the new base. */
export function settleDraft(draft: Draft, base: PlayerData, applied: readonly Change[]): Draft {
  const ids = new Set(applied.map(placeId))
  const open = draft.changes.filter((change) => !ids.has(placeId(change)))
  const settled = withData({ ...draft, base, moved: new Map() }, applyAll(draft.protocol, base, open))
  // Steps before a commit would undo what the server has already done.
  return { ...settled, past: [], future: [] }
}
