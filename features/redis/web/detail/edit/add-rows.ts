import type { KeyEdit } from '../../../contract/index.ts'
import type { BulkRow, BulkType } from '../model/bulk-rows.ts'
import type { KeyPlace } from '../key-place.ts'
import { sendFormEdit } from './changes.ts'

/** Entries one change may carry. */
const PER_CHANGE = 1_000

function chunked<T>(rows: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < rows.length; at += PER_CHANGE) chunks.push(rows.slice(at, at + PER_CHANGE))
  return chunks
}

/** LPUSH turns the order round: the first line shall stand first. */
function pushes(rows: readonly BulkRow[], at: 'head' | 'tail'): KeyEdit[] {
  const values = rows.map(({ name }) => name)
  const parts = chunked(at === 'head' ? values.toReversed() : values)
  return parts.map((part): KeyEdit => ({ kind: 'push', at, values: part }))
}

function editsOf(
  type: BulkType,
  rows: readonly BulkRow[],
  options: { at: 'head' | 'tail'; id: string },
): KeyEdit[] {
  switch (type) {
    case 'hash':
      return chunked(rows).map((part): KeyEdit => ({ kind: 'addFields', fields: part }))
    case 'list':
      return pushes(rows, options.at)
    case 'set':
      return chunked(rows).map((part): KeyEdit => ({
        kind: 'addMembers',
        members: part.map(({ name }) => name),
      }))
    case 'zset':
      return chunked(rows).map((part): KeyEdit => ({
        kind: 'addScored',
        members: part.map(({ name, value }) => ({ member: name, score: value.trim() })),
      }))
    case 'stream':
      return [{ kind: 'addEntry', id: options.id, fields: [...rows] }]
  }
}

/** Adds rows to a key; answers those whose field is there already, which stay as they are. */
export async function addRows(
  place: KeyPlace,
  type: BulkType,
  rows: readonly BulkRow[],
  options: { at: 'head' | 'tail'; id: string },
): Promise<BulkRow[]> {
  const existing = new Set<unknown>()
  for (const edit of editsOf(type, rows, options)) {
    const reply = await sendFormEdit(place, edit)
    for (const name of reply.existing ?? []) existing.add(name)
  }
  return rows.filter(({ name }) => existing.has(name))
}
