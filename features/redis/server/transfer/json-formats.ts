import { isUtf8 } from 'node:buffer'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { redisBytes } from '../../contract/index.ts'
import { bufferOf, bytesOf } from '../bytes.ts'
import type { InPart, KeyEnd, OutPart, TransferCodec } from './formats.ts'
import { LineFault } from './line-fault.ts'
import { partCommands } from './part-commands.ts'
import { jsonOf, valueOfJson } from './value-json.ts'
import type { PartValue } from './value-parts.ts'

const moment = z.nullish(z.int().check(z.gte(0)))
const KEYED = z.object({ key: redisBytes })
const ENDED = z.object({ ttl: moment, expireAt: moment })
const DUMPED = z.object({ pttl: z.int().check(z.gte(-1)), expireAt: moment, dump: z.base64() })

function parsed(line: Buffer): Record<string, unknown> {
  try {
    const json: unknown = isUtf8(line) ? parseJsonText(line.toString()) : null
    if (typeof json === 'object' && json !== null && !Array.isArray(json))
      return json as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new LineFault('json')
}

function keyOf(json: Record<string, unknown>): Buffer {
  const read = z.safeParse(KEYED, json)
  if (!read.success) throw new LineFault('key')
  return bufferOf(read.data.key)
}

export function inPart(key: Buffer, value: PartValue, end: KeyEnd): InPart {
  return {
    key,
    type: value.type,
    end: end.at === null && end.leftMs === null ? null : end,
    commands: (name, isFirst) => partCommands(value, name, isFirst),
  }
}

/** One object a line: `{key, type, ttl, expireAt, value}`; times in ms, null for no end. */
export const jsonFormat: TransferCodec = {
  head: '',
  asDump: false,
  hasQuotedLines: false,
  write: ({ key, end, value }: OutPart) =>
    `${JSON.stringify({
      key: bytesOf(key),
      type: value.type,
      ttl: end.leftMs,
      expireAt: end.at,
      value: jsonOf(value),
    })}\n`,
  read(line) {
    const json = parsed(line)
    const key = keyOf(json)
    const ends = z.safeParse(ENDED, json)
    if (!ends.success) throw new LineFault('ttl')
    const { ttl, expireAt } = ends.data
    const { type } = json
    const value = valueOfJson(typeof type === 'string' ? type : '', json['value'])
    return inPart(key, value, { at: expireAt ?? null, leftMs: ttl ?? null })
  },
}

/** One object a line: `{key, pttl, expireAt, dump}`; exact, for servers of the same version or a newer one. */
export const dumpFormat: TransferCodec = {
  head: '',
  asDump: true,
  hasQuotedLines: false,
  write: ({ key, end, value }: OutPart) =>
    `${JSON.stringify({
      key: bytesOf(key),
      pttl: end.leftMs ?? -1,
      expireAt: end.at,
      dump: value.type === 'dump' ? value.bytes.toString('base64') : '',
    })}\n`,
  read(line) {
    const json = parsed(line)
    const key = keyOf(json)
    const read = z.safeParse(DUMPED, json)
    if (!read.success || read.data.dump === '') throw new LineFault('value', 'dump')
    const { pttl, expireAt, dump } = read.data
    const value = { type: 'dump', bytes: Buffer.from(dump, 'base64') } as const
    return inPart(key, value, { at: expireAt ?? null, leftMs: pttl < 0 ? null : pttl })
  },
}
