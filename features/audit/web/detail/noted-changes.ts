import type { AuditDetail } from '../../contract/index.ts'
import { diffValues, textOfValue } from './diff-values.ts'
import type { Difference } from './diff-values.ts'

interface Edit {
  diff?: unknown
  /** Which row of a table of records. */
  key?: unknown
  path?: unknown
  op?: unknown
  value?: unknown
  /** Added to what stands there, in a change for many players. */
  by?: unknown
  old?: unknown
}

const isEdit = (value: unknown): value is Edit =>
  typeof value === 'object' && value !== null && Array.isArray((value as Edit).path)

/** An edit of a player's data: where, what was there and what was put there. */
function differenceOf({ diff, key, path, value, old }: Edit): Difference {
  const record = typeof key === 'string' && key !== '' ? `${String(diff)}[${key}]` : diff
  const at = [record, ...(path as unknown[])].filter((part) => part !== undefined && part !== '').join('.')
  const of = { path: at, isGameField: true }
  if (old === undefined || old === null) return { ...of, kind: 'added', after: value }
  if (value === undefined || value === null) return { ...of, kind: 'removed', before: old }
  return { ...of, kind: 'changed', before: old, after: value }
}

const NOTED = ['before', 'after', 'changes', 'set']

/** What an entry says was changed: the comparison a call noted, or the list of its edits. null: it noted none. */
export function notedChanges({
  detail,
  outcome,
}: Pick<AuditDetail, 'detail' | 'outcome'>): Difference[] | null {
  const all: Record<string, unknown> = { ...detail, ...outcome?.detail }
  if ('before' in all || 'after' in all) return diffValues(all['before'] ?? null, all['after'] ?? null)
  const { changes } = all
  if (!Array.isArray(changes) || !changes.every(isEdit)) return null
  return changes.map(differenceOf)
}

/** What a change of a set does to every player of a list; what was there before differs from one to the next. */
function setText(edit: Edit): string {
  const { path } = differenceOf(edit)
  if (edit.by !== undefined) return `${path} += ${String(edit.by)}`
  return edit.op === 'remove' ? `${path} −` : `${path} = ${textOfValue(edit.value)}`
}

/** The set of a bulk edit, its changes as a line each. */
function notesOfSet(set: unknown): [string, unknown][] {
  if (typeof set !== 'object' || set === null) return []
  const { changes, ...rules } = set as Record<string, unknown>
  const isKnown = Array.isArray(changes) && changes.every(isEdit)
  return [['changes', isKnown ? changes.map(setText) : changes], ...Object.entries(rules)]
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What else was noted with it. */
export function otherNotes({
  detail,
  outcome,
}: Pick<AuditDetail, 'detail' | 'outcome'>): [string, unknown][] {
  const noted: Record<string, unknown> = { ...detail, ...outcome?.detail }
  const all = [...notesOfSet(noted['set']), ...Object.entries(noted).filter(([key]) => !NOTED.includes(key))]
  return all.filter(([, value]) => !isEmpty(value))
}
