import { EDIT_BYTES } from '../../../contract/index.ts'
import type { PageRow } from '../../../contract/index.ts'
import type { KeyPlace } from '../key-place.ts'
import { readWhole } from '../key-queries.ts'
import type { ValuePlace } from '../key-queries.ts'
import { redisBytesOf } from '../model/bytes.ts'

export type NamedRow = PageRow & { type: 'hash' | 'set' | 'zset' }

export const hasName = (row: PageRow): row is NamedRow =>
  row.type === 'hash' || row.type === 'set' || row.type === 'zset'

/** Where the whole of a field or member is read that came cut; null: it came whole. */
export function nameAt({ type, long }: NamedRow): ValuePlace | null {
  return long === undefined ? null : { kind: 'name', type, ...long }
}

/** The row with all of its name, without which the server knows nothing of it; null: it is too long to be edited. */
export async function wholeRow<R extends PageRow>(place: KeyPlace, row: R): Promise<R | null> {
  if (!hasName(row)) return row
  const at = nameAt(row)
  if (at === null) return row
  const { bytes, sha1 } = await readWhole(place, at, EDIT_BYTES)
  if (sha1 === '') return null
  const { long: _long, ...known } = row as NamedRow
  const name = redisBytesOf(bytes)
  const named = known.type === 'hash' ? { ...known, field: name } : { ...known, member: name, isCut: false }
  return named as R
}
