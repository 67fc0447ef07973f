import { z } from '@qd/contract-kit'
import { redisBytes } from '../../contract/index.ts'
import { bufferOf, bytesOf } from '../bytes.ts'
import { LineFault } from './line-fault.ts'
import type { PartValue } from './value-parts.ts'

const score = z.string().check(z.regex(/^([+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?inf)$/i))
const streamId = z.string().check(z.regex(/^\d{1,20}-\d{1,20}$/))
const PAIR = z.tuple([redisBytes, redisBytes])
const SCORED = z.tuple([redisBytes, score])
const TYPES = ['string', 'dump', 'list', 'set', 'hash', 'zset', 'stream'] as const
type ShapedType = (typeof TYPES)[number]

function fits<S extends z.core.$ZodType>(shape: S, json: unknown, type: ShapedType): z.output<S> {
  const read = z.safeParse(shape, json)
  if (!read.success) throw new LineFault('value', type)
  return read.data
}

/** One by one, to the first that does not fit: a line may hold millions, and all their faults would fill the memory. */
function allFit<S extends z.core.$ZodType>(shape: S, json: unknown, type: ShapedType): z.output<S>[] {
  if (!Array.isArray(json)) throw new LineFault('value', type)
  return json.map((each: unknown) => fits(shape, each, type))
}

/** A part as JSON: bytes that are no text as `{"base64"}`, pairs as lists of two. */
export function jsonOf(value: PartValue): unknown {
  switch (value.type) {
    case 'string':
      return bytesOf(value.bytes)
    case 'dump':
      return { base64: value.bytes.toString('base64') }
    case 'list':
    case 'set':
      return value.items.map(bytesOf)
    case 'hash':
      return value.pairs.map(([field, text]) => [bytesOf(field), bytesOf(text)])
    case 'zset':
      return value.scores.map(([member, each]) => [bytesOf(member), each])
    case 'stream':
      return {
        entries: value.entries.map(({ id, fields }) => ({ id, fields: fields.map(bytesOf) })),
        ...(value.lastId === null ? {} : { lastId: value.lastId }),
      }
  }
}

const isShaped = (type: string): type is ShapedType => (TYPES as readonly string[]).includes(type)

const fieldOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined

function streamOfJson(json: unknown): PartValue {
  const entries = fieldOf(json, 'entries')
  if (!Array.isArray(entries)) throw new LineFault('value', 'stream')
  const lastId = fits(z.optional(streamId), fieldOf(json, 'lastId'), 'stream') ?? null
  return {
    type: 'stream',
    entries: entries.map((entry: unknown) => {
      const id = fits(streamId, fieldOf(entry, 'id'), 'stream')
      const fields = allFit(redisBytes, fieldOf(entry, 'fields'), 'stream').map(bufferOf)
      if (fields.length < 2 || fields.length % 2 === 1) throw new LineFault('value', 'stream')
      return { id, fields }
    }),
    lastId,
  }
}

/** The way back; throws a fault for a type that is not known and for a value that does not fit it. */
export function valueOfJson(type: string, json: unknown): PartValue {
  if (!isShaped(type)) throw new LineFault('type', type.slice(0, 40))
  switch (type) {
    case 'string':
    case 'dump':
      return { type, bytes: bufferOf(fits(redisBytes, json, type)) }
    case 'list':
    case 'set':
      return { type, items: allFit(redisBytes, json, type).map(bufferOf) }
    case 'hash':
      return { type, pairs: allFit(PAIR, json, type).map(([f, v]) => [bufferOf(f), bufferOf(v)]) }
    case 'zset':
      return { type, scores: allFit(SCORED, json, type).map(([m, s]) => [bufferOf(m), s]) }
    case 'stream':
      return streamOfJson(json)
  }
}
