/** What the edition of a file decides; editions may set each one for a file, a message or a field. */
export interface Features {
  presence: string
  enumType: string
  repeated: string
  encoding: string
  utf8: string
}

type Loose = Readonly<Record<string, unknown>>

const EDITIONS: Features = {
  presence: 'EXPLICIT',
  enumType: 'OPEN',
  repeated: 'PACKED',
  encoding: 'LENGTH_PREFIXED',
  utf8: 'VERIFY',
}
const PROTO2: Features = { ...EDITIONS, enumType: 'CLOSED', repeated: 'EXPANDED', utf8: 'NONE' }
const PROTO3: Features = { ...EDITIONS, presence: 'IMPLICIT' }

const NAMES: readonly (readonly [keyof Features, string])[] = [
  ['presence', 'field_presence'],
  ['enumType', 'enum_type'],
  ['repeated', 'repeated_field_encoding'],
  ['encoding', 'message_encoding'],
  ['utf8', 'utf8_validation'],
]

/** A descriptor without an edition is proto3. */
export const NO_EDITION: Features = PROTO3

function ofEdition(edition: string): Features {
  if (edition === 'proto2') return PROTO2
  return edition === 'proto3' ? PROTO3 : EDITIONS
}

function objectIn(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {}
}

/** The features inside an object of the descriptor, given those around it. */
export function featuresOf(node: Loose, around: Features): Features {
  const base = typeof node.edition === 'string' ? ofEdition(node.edition) : around
  const options = objectIn(node.options)
  const set = objectIn(options.features)
  const own: Partial<Features> = {}
  for (const [key, name] of NAMES) {
    const value = set[name] ?? options[`features.${name}`]
    if (typeof value === 'string') own[key] = value
  }
  return { ...base, ...own }
}
