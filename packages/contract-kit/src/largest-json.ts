import type { Schema } from './route.ts'

/** What counts for a text that names no length: ids, codes and everything a pattern describes are far shorter. */
const PLAIN_TEXT_BYTES = 256
const NUMBER_BYTES = 24
/** A character as `\u0000`; as UTF-8 it takes three at most. */
const CHARACTER_BYTES = 6
const MOST_SMALL_BYTES = 4

interface Shaped {
  _zod: {
    def: {
      type: string
      innerType?: Shaped
      in?: Shaped
      out?: Shaped
      element?: Shaped
      options?: Shaped[]
      shape?: Record<string, Shaped>
      catchall?: unknown
      entries?: Record<string, unknown>
      values?: readonly unknown[]
      checks?: readonly { _zod: { def: { check?: string; maximum?: number } } }[]
    }
  }
}

/** Most characters or elements; undefined where nothing is said. */
function mostOf({ checks = [] }: Shaped['_zod']['def']): number | undefined {
  return checks.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum
}

/** Bytes of JSON, and whether something in it has no bound of its own. */
export interface JsonSize {
  readonly bytes: number
  readonly isOpen: boolean
}

const closed = (bytes: number): JsonSize => ({ bytes, isOpen: false })
const open = (bytes: number): JsonSize => ({ bytes, isOpen: true })
const longest = (values: readonly unknown[]): JsonSize =>
  closed(Math.max(0, ...values.map((value) => String(JSON.stringify(value)).length)))
const larger = (left: JsonSize, right: JsonSize): JsonSize => {
  return { bytes: Math.max(left.bytes, right.bytes), isOpen: left.isOpen || right.isOpen }
}

function sizeOfObject({ shape = {}, catchall }: Shaped['_zod']['def']): JsonSize {
  let bytes = 2
  let isOpen = catchall !== undefined
  for (const [name, each] of Object.entries(shape)) {
    const size = sizeOf(each)
    bytes += name.length + 4 + size.bytes
    isOpen ||= size.isOpen
  }
  return { bytes, isOpen }
}

function sizeOfList(def: Shaped['_zod']['def']): JsonSize {
  const most = mostOf(def)
  if (most === undefined || def.element === undefined) return open(2)
  const { bytes, isOpen } = sizeOf(def.element)
  return { bytes: most * (bytes + 1) + 2, isOpen }
}

function sizeOfText(def: Shaped['_zod']['def']): JsonSize {
  const most = mostOf(def)
  return closed(most === undefined ? PLAIN_TEXT_BYTES : most * CHARACTER_BYTES + 2)
}

function sizeOf({ _zod }: Shaped): JsonSize {
  const { def } = _zod
  if (def.type === 'string') return sizeOfText(def)
  if (def.type === 'number') return closed(NUMBER_BYTES)
  if (def.type === 'boolean') return closed(5)
  if (def.type === 'null') return closed(4)
  if (def.type === 'literal') return longest(def.values ?? [])
  if (def.type === 'enum') return longest(Object.values(def.entries ?? {}))
  if (def.type === 'object') return sizeOfObject(def)
  if (def.type === 'array') return sizeOfList(def)
  if (def.type === 'union') return (def.options ?? []).map(sizeOf).reduce(larger, closed(0))
  // A pipe that begins with a transform takes about what it makes.
  const inner = def.innerType ?? (def.in?._zod.def.type === 'transform' ? def.out : def.in)
  return inner === undefined ? open(MOST_SMALL_BYTES) : larger(sizeOf(inner), closed(MOST_SMALL_BYTES))
}

/** The largest JSON a schema takes, from its longest lists and texts; an open part counts as next to nothing. */
export function largestJson(schema: Schema): JsonSize {
  return sizeOf(schema as unknown as Shaped)
}
