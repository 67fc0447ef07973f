import type { TimelineEdit, TimelineEntry } from '../../contract/index.ts'

export const countChange = {
  diff: 'Bag',
  key: '10007',
  path: ['count'],
  op: 'set' as const,
  value: 680,
  old: 480,
}
export const levelChange = { diff: 'Role', path: ['level'], op: 'set' as const, value: 80, old: 72 }

/** An edit of two fields, of which the game refused one. */
export const partlyEdit: TimelineEdit = {
  id: 'e1',
  at: 1_700_000_000_000,
  actor: 'mei',
  reason: '补偿活动',
  status: 'partly',
  undoOf: null,
  jobId: null,
  changes: [countChange, levelChange],
  results: [
    { index: 0, status: 0, code: 'ok', msg: '' },
    { index: 1, status: 422, code: '2004', msg: '等级不够' },
  ],
  versionBefore: 'v1',
  versionAfter: 'v2',
  undoneAt: null,
  takenBack: [],
}

/** The entry of an edit that stands by itself. */
export function entryOf(edit: TimelineEdit, more: Partial<TimelineEntry> = {}): TimelineEntry {
  const { id, at, actor, reason } = edit
  return {
    id,
    at,
    kind: 'edit',
    actorId: `u-${actor}`,
    actor,
    reason,
    edits: [edit],
    run: null,
    job: null,
    ...more,
  }
}

/** A page that is all there is. */
export function pageOf(...list: TimelineEntry[]) {
  const counts = { edit: 0, function: 0, bulk: 0, undo: 0 }
  for (const { kind } of list) counts[kind] += 1
  const people = new Map(list.map(({ actorId, actor }) => [actorId, actor]))
  const unknown = list.filter(({ edits }) => edits.some(({ status }) => status === 'unknown')).length
  return {
    list,
    next: null,
    summary: { counts, unknown, people: [...people].map(([id, name]) => ({ id, name })) },
  }
}
