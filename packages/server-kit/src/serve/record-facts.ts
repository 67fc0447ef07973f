import { NO_WORTH } from '@qd/contract-kit'
import type { Effects, PreviewBlock, Risk, Words } from '@qd/contract-kit'
import type { ApprovalFacts, CataloguePlace, ObjectKey } from '../ports/index.ts'

const MOST_ROWS = 200

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (Array.isArray(value) && value.every(isPlain)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * How a record was and how it is, field by field, as the audit compares it; secrets never go in. `fields` begins the keys of
 * the texts that say what each field is called.
 */
function changesBlock(before: object | null, after: object | null, fields: string): PreviewBlock {
  const [left, right] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))]
  const rows = [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({
      what: { key: `${fields}.${field}` },
      before: textOf(left.get(field)),
      after: textOf(right.get(field)),
    }))
    .filter((row) => row.before !== row.after)
  return { kind: 'changes', rows: rows.slice(0, MOST_ROWS), more: Math.max(0, rows.length - MOST_ROWS) }
}

/** Where several places weigh: one of production, or the first. */
export function worstPlace<P extends CataloguePlace>(places: readonly P[]): P | undefined {
  return places.find(({ environment }) => environment === 'production') ?? places[0]
}

export interface ChangedRecord {
  readonly title: Words
  readonly object: ObjectKey
  /** What people know the record by. */
  readonly label: Words
  /** The version that was looked at; 0 for a new one. */
  readonly version: string | number
  readonly before: object | null
  readonly after: object | null
  /** Begins the keys of the owner's texts for each field, e.g. `access.field`. */
  readonly fields: string
  readonly risk: Risk
  readonly place?: CataloguePlace
  readonly places?: readonly CataloguePlace[]
  readonly rows?: number
  readonly effects: Effects
}

/** The facts of a change of one record of the console's own. */
export function recordFacts(record: ChangedRecord): ApprovalFacts {
  const { title, object, label, version, before, after, fields, risk, place, places, effects } = record
  const { rows = 1 } = record
  return {
    title,
    risk,
    ...(place === undefined ? {} : { place }),
    ...(places === undefined ? {} : { places }),
    value: { rows, worth: NO_WORTH },
    effects,
    objects: [object],
    bases: [{ key: object, label, version: String(version) }],
    preview: [changesBlock(before, after, fields)],
  }
}
