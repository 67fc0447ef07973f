import { applyAll } from '@qd/player-diff'
import { checkChange, diffInfoOf, ownValue } from '@qd/protocol-model'
import type { Change, ChangeFaultCode, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { editDraft, openDraft, rebaseDraft } from './draft.ts'
import type { Draft } from './draft.ts'

/** What of a draft has to be kept to go on with it later: its changes, and what stood in the rows they touch. */
export interface DraftRemains {
  /** By net key; of a table only the touched rows, null for one that was not there. */
  base: PlayerData
  changes: Change[]
}

/** A pending change that has no place under the definition of today. */
export interface AsideChange {
  change: Change
  /** Why it has no place; kept drafts may hold codes of other versions. */
  code: ChangeFaultCode | (string & {})
}

type Rows = Record<string, unknown>

function rowsOf(data: PlayerData, netKey: string): Rows {
  const rows = Object.hasOwn(data, netKey) ? data[netKey] : undefined
  return typeof rows === 'object' && rows !== null ? (rows as Rows) : {}
}

/** The base with the values that moved as they were: until that is decided, the edits are edits of those. */
function decidedBase({ protocol, base, moved }: Draft): PlayerData {
  const back = [...moved.values()].map(({ place: { diff, key, path }, loaded, current }): Change => {
    const op = loaded === undefined ? 'remove' : current === undefined ? 'add' : 'set'
    return { diff, ...(key === undefined ? {} : { key }), path, op, value: loaded }
  })
  return applyAll(protocol, base, back).data
}

export function remainsOf(draft: Draft): DraftRemains {
  const { protocol, changes } = draft
  const base = draft.moved.size === 0 ? draft.base : decidedBase(draft)
  const kept: PlayerData = {}
  for (const { diff, key } of changes) {
    const info = diffInfoOf(protocol, diff)
    if (!info) continue
    const { netKey } = info
    if (key === undefined) kept[netKey] = ownValue(base, netKey) ?? null
    else {
      const rows = rowsOf(base, netKey)
      kept[netKey] = { ...rowsOf(kept, netKey), [key]: Object.hasOwn(rows, key) ? rows[key] : null }
    }
  }
  return { base: kept, changes: [...changes] }
}

/** Faults of a place or a type; a value out of its range stays pending and says so there. */
const PLACELESS: ReadonlySet<ChangeFaultCode> = new Set([
  'unknown_diff',
  'unknown_path',
  'key_required',
  'key_not_allowed',
  'key_mismatch',
  'key_fixed',
  'bad_op',
  'wrong_type',
])

/** Tells the changes a definition still has a place for from those it has not. */
export function carryChanges(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
): { fits: Change[]; aside: AsideChange[] } {
  const fits: Change[] = []
  const aside: AsideChange[] = []
  for (const change of changes) {
    const fault = checkChange(protocol, { ...change, old: change.old ?? null })
    if (fault && PLACELESS.has(fault.code)) aside.push({ change, code: fault.code })
    else fits.push(change)
  }
  return { fits, aside }
}

/** The loaded data with the touched rows as they were when the changes were made. */
function baseOf({ protocol, base }: Draft, remains: DraftRemains): PlayerData {
  const data = { ...base }
  for (const { diff, key } of remains.changes) {
    const info = diffInfoOf(protocol, diff)
    if (!info) continue
    const { netKey } = info
    if (key === undefined) {
      data[netKey] = Object.hasOwn(remains.base, netKey) ? remains.base[netKey] : ownValue(base, netKey)
      continue
    }
    const rows = { ...rowsOf(data, netKey) }
    const row = ownValue(rowsOf(remains.base, netKey), key) ?? null
    if (row === null) delete rows[key]
    else rows[key] = row
    data[netKey] = rows
  }
  return data
}

/**
 * Puts kept changes upon a player as they are now: what moved meanwhile is marked, and edits made since the player
 * was opened stay on top.
 */
export function restoreDraft(
  draft: Draft,
  remains: DraftRemains,
  { isOtherProtocol }: { isOtherProtocol: boolean },
): { draft: Draft; aside: AsideChange[] } {
  const { protocol } = draft
  const { fits, aside } = isOtherProtocol
    ? carryChanges(protocol, remains.changes)
    : { fits: remains.changes, aside: [] }
  const start = openDraft(protocol, baseOf(draft, { ...remains, changes: fits }))
  const data = applyAll(protocol, start.base, fits).data
  const kept = rebaseDraft({ ...start, data, changes: fits }, draft.base)
  // Equal bases are not merged: the changes are then taken as they are.
  const restored = kept.base === start.base ? editDraft(openDraft(protocol, draft.base), fits) : kept
  return { draft: { ...editDraft(restored, draft.changes), past: [], future: [] }, aside }
}
