import { textOf } from '../bytes/utf8.ts'
import type { Code } from '../schema/types.ts'
import { CODE } from '../schema/types.ts'
import { Cursor } from './cursor.ts'

const MAX_GROUPS = 64

/** Whether a range reads as a message: whole fields with numbers, groups closed and in each other up to a limit. */
export function looksLikeMessage(
  bytes: Uint8Array,
  start: number,
  end: number,
  maxGroups: number = MAX_GROUPS,
): boolean {
  const at = new Cursor(bytes)
  at.pos = start
  const groups: number[] = []
  while (at.pos < end) {
    if (!at.varint(end) || at.hi !== 0) return false
    const number = at.lo >>> 3
    const wireType = at.lo & 7
    if (number === 0 || wireType > 5) return false
    if (wireType === 3) {
      groups.push(number)
      if (groups.length > Math.min(maxGroups, MAX_GROUPS)) return false
    } else if (wireType === 4) {
      if (groups.pop() !== number) return false
    } else if (wireType === 2) {
      if (!at.varint(end) || at.hi !== 0 || at.lo > end - at.pos) return false
      at.pos += at.lo
    } else if (!at.number(wireType, end)) return false
  }
  return groups.length === 0
}

// Control characters, the replacement character, and what is no character at all.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd\ufffe\uffff]/

/** The text of a range when people could have written it, or null. */
export function readableText(bytes: Uint8Array, start: number, end: number): string | null {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!
    if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return null
  }
  const text = textOf(bytes, start, end)
  return text === null || UNPRINTABLE.test(text) ? null : text
}

/** How many varints fill a range exactly, 0 for none; `isTidy` when none is longer than it must be and all are small. */
function varintsIn(bytes: Uint8Array, start: number, end: number): { count: number; isTidy: boolean } {
  let count = 0
  let length = 0
  let isTidy = true
  for (let at = start; at < end; at += 1) {
    length += 1
    if (length > 10) return { count: 0, isTidy: false }
    if (bytes[at]! >= 0x80) continue
    if (length > 4 || (length > 1 && bytes[at] === 0)) isTidy = false
    count += 1
    length = 0
  }
  return length === 0 ? { count, isTidy } : { count: 0, isTidy: false }
}

/** Numbers that programs store: none, or not too small and not too large. */
function isLikelyFloat(value: unknown): boolean {
  if (typeof value !== 'number') return false
  const size = Math.abs(value)
  return size === 0 || (size > 1e-6 && size < 1e12)
}

/** What a number that was just read is most likely. */
export function likelyNumber(at: Cursor, wireType: number): Code {
  if (wireType === 0) return CODE.uint64
  const [float, fixed] = wireType === 1 ? [CODE.double, CODE.fixed64] : [CODE.float, CODE.fixed32]
  const isSmall = wireType === 1 ? at.hi < 0x10_00_00 : at.lo < 0x1_00_00_00
  return !isSmall && isLikelyFloat(at.valueAs(float)) ? float : fixed
}

function areFloats(bytes: Uint8Array, start: number, { end, size }: { end: number; size: 4 | 8 }): boolean {
  if ((end - start) % size !== 0 || end - start < size * 2) return false
  const at = new Cursor(bytes)
  at.pos = start
  let zeros = 0
  let count = 0
  while (at.pos < end) {
    at.fixed(size, end)
    const value = at.valueAs(size === 4 ? CODE.float : CODE.double)
    if (!isLikelyFloat(value)) return false
    if (value === 0) zeros += 1
    count += 1
  }
  return zeros * 2 <= count
}

/** What packed numbers a range could be; the likeliest first. */
export function packedGuesses(
  bytes: Uint8Array,
  start: number,
  end: number,
): { code: Code; isLikely: boolean }[] {
  if (end === start) return []
  const varints = varintsIn(bytes, start, end)
  const guesses: { code: Code; isLikely: boolean }[] = []
  if ((end - start) % 8 === 0) {
    guesses.push({ code: CODE.double, isLikely: areFloats(bytes, start, { end, size: 8 }) })
  }
  if ((end - start) % 4 === 0) {
    guesses.push({ code: CODE.float, isLikely: areFloats(bytes, start, { end, size: 4 }) })
  }
  if (varints.count > 0) guesses.push({ code: CODE.uint64, isLikely: varints.count > 1 && varints.isTidy })
  if ((end - start) % 4 === 0) guesses.push({ code: CODE.fixed32, isLikely: false })
  if ((end - start) % 8 === 0) guesses.push({ code: CODE.fixed64, isLikely: false })
  return guesses.sort((a, b) => Number(b.isLikely) - Number(a.isLikely))
}

export type Guess =
  | { as: 'message' }
  | { as: 'string'; text: string }
  | { as: 'packed'; code: Code }
  | { as: 'bytes' }

/** What a range of unknown meaning is most likely; a message only when no more groups stand in each other. */
export function guessOf(bytes: Uint8Array, start: number, end: number, maxGroups?: number): Guess {
  const text = readableText(bytes, start, end)
  // A text seldom begins with a line break; a message often has a text as field 1.
  const isText = text !== null && (end === start || bytes[start]! >= 0x20)
  if (isText) return { as: 'string', text }
  if (looksLikeMessage(bytes, start, end, maxGroups)) return { as: 'message' }
  if (text !== null) return { as: 'string', text }
  const packed = packedGuesses(bytes, start, end)[0]
  return packed?.isLikely ? { as: 'packed', code: packed.code } : { as: 'bytes' }
}
