import { randomUUID } from 'node:crypto'
import { bufferOf, bytesOf } from '../../bytes.ts'
import type { PlanArg, PlanCheck } from '../plan.ts'
import { sha1Of } from '../run-watched.ts'
import { keyChanged } from '../words.ts'
import { asked, bytesOrNull, countOf, isStillThere, stepOn } from './edit-step.ts'
import type { EditOf, EditStep } from './edit-step.ts'

/** An element nobody else has: Redis finds elements of a list by their value alone. */
const newMarker = () => `quarterdeck:${randomUUID()}`

function isAt(key: Buffer, index: number, expect: string): PlanCheck {
  return { args: ['LINDEX', key, String(index)], is: 'sha1', wanted: expect, orElse: keyChanged }
}

const list = (key: Buffer) => ({ key, type: 'list' })

/** The values stand in the list in the order they are given in, at either end. */
export function push(key: Buffer, { at, values }: EditOf<'push'>): EditStep {
  const bytes = values.map(bufferOf)
  const write = at === 'head' ? ['LPUSH', key, ...bytes.toReversed()] : ['RPUSH', key, ...bytes]
  return stepOn(list(key), [], [write], ({ writes }) => {
    const index = at === 'head' ? 0 : countOf(writes[0]) - 1
    const isOne = values.length === 1
    return {
      changed: values.length,
      undo: isOne ? { kind: 'removeIndex', index, expect: sha1Of(bytes[0]!) } : null,
    }
  })
}

export function setIndex(key: Buffer, { index, value, expect }: EditOf<'setIndex'>): EditStep {
  const bytes = bufferOf(value)
  return stepOn(
    list(key),
    [isAt(key, index, expect)],
    [['LSET', key, String(index), bytes]],
    ({ checks }) => {
      const before = bytesOrNull(checks[0])
      return {
        changed: 1,
        undo:
          before === null ? null : { kind: 'setIndex', index, value: bytesOf(before), expect: sha1Of(bytes) },
      }
    },
  )
}

/** Puts `value` before the element at `index`, which is the one with the hash `expect`. */
export function insertIndex(key: Buffer, { index, value, expect }: EditOf<'insertIndex'>): EditStep {
  const [bytes, marker] = [bufferOf(value), newMarker()]
  return stepOn(
    list(key),
    [isAt(key, index, expect)],
    [
      ['LSET', key, String(index), marker],
      ['LINSERT', key, 'BEFORE', marker, bytes],
      // Counted from the end, its place is the same as before.
      ['LSET', key, String(index < 0 ? index : index + 1), { of: 0 }],
    ],
    () => ({
      changed: 1,
      undo: { kind: 'removeIndex', index: index < 0 ? index - 1 : index, expect: sha1Of(bytes) },
    }),
  )
}

/** How an element that was removed goes back: at either end, or before the one that took its place. */
function backAt(index: number, value: Buffer, next: Buffer | null, isLast: boolean) {
  if (index === 0) return { kind: 'push' as const, at: 'head' as const, values: [bytesOf(value)] }
  if (isLast) return { kind: 'push' as const, at: 'tail' as const, values: [bytesOf(value)] }
  return next === null
    ? null
    : { kind: 'insertIndex' as const, index, value: bytesOf(value), expect: sha1Of(next) }
}

export function removeIndex(key: Buffer, { index, expect }: EditOf<'removeIndex'>): EditStep {
  const marker = newMarker()
  return stepOn(
    list(key),
    [isAt(key, index, expect), asked(['LLEN', key]), asked(['LINDEX', key, String(index + 1)])],
    [
      ['LSET', key, String(index), marker],
      ['LREM', key, '1', marker],
    ],
    (done) => {
      const [value, , next] = done.checks
      const isLast = index === -1 || index === countOf(done.checks[1]) - 1
      const before = bytesOrNull(value)
      const isKnown = before !== null && isStillThere(done) && index >= -1
      return { changed: 1, undo: isKnown ? backAt(index, before, bytesOrNull(next), isLast) : null }
    },
  )
}

/** Writes that put what check 0 read to where `to` is, once it is out of the list; check 1 read what stands there. */
function putAt(key: Buffer, to: number, length: number): PlanArg[][] {
  if (to === 0) return [['LPUSH', key, { of: 0 }]]
  if (to >= length - 1) return [['RPUSH', key, { of: 0 }]]
  const marker = newMarker()
  return [
    ['LSET', key, String(to), marker],
    ['LINSERT', key, 'BEFORE', marker, { of: 0 }],
    ['LSET', key, String(to + 1), { of: 1 }],
  ]
}

/** `length` as it was read just before; the plan fails when it is another by then. Both indexes count from the head. */
export function moveIndex(key: Buffer, edit: EditOf<'moveIndex'>, length: number): EditStep {
  const { index, expect } = edit
  const to = Math.min(Math.max(0, edit.to), length - 1)
  const marker = newMarker()
  const there = to > index ? to + 1 : to
  return stepOn(
    list(key),
    [
      isAt(key, index, expect),
      asked(['LINDEX', key, String(there)]),
      { args: ['LLEN', key], is: 'text', wanted: String(length), orElse: keyChanged },
    ],
    to === index
      ? []
      : [['LSET', key, String(index), marker], ['LREM', key, '1', marker], ...putAt(key, to, length)],
    () => ({ changed: to === index ? 0 : 1, undo: { kind: 'moveIndex', index: to, to: index, expect } }),
  )
}
