import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../../contract/index.ts'
import { bufferOf, bytesOf } from '../../bytes.ts'
import type { Arg } from '../../link/redis-link.ts'
import type { PlanCheck } from '../plan.ts'
import { sha1Of } from '../run-watched.ts'
import { keyChanged } from '../words.ts'
import { asked, bytesOrNull, countOf, isStillThere, stepOn } from './edit-step.ts'
import type { EditOf, EditStep } from './edit-step.ts'

export const nameTaken = () => new AppError(redisErrors.redis_key_exists, { field: 'edit' })

function isFree(key: Buffer, field: Buffer): PlanCheck {
  return { args: ['HEXISTS', key, field], is: 'text', wanted: '0', orElse: nameTaken }
}

/** HSET takes the end of a field away: where it has one it is set again in the same step. */
function endAgain(key: Buffer, field: Buffer, endsAtMs: number | null): Arg[][] {
  return endsAtMs === null ? [] : [['HPEXPIREAT', key, String(endsAtMs), 'FIELDS', '1', field]]
}

/** `endsAtMs`: when the field ends, as the server told just before; null: it has no end. */
export function setField(key: Buffer, edit: EditOf<'setField'>, endsAtMs: number | null): EditStep {
  const [field, value] = [bufferOf(edit.field), bufferOf(edit.value)]
  const from = edit.from === undefined ? field : bufferOf(edit.from)
  const isRenamed = !from.equals(field)
  const { expect } = edit
  const value0: PlanCheck = {
    args: ['HGET', key, from],
    is: 'sha1',
    wanted: expect ?? '',
    orElse: keyChanged,
  }
  const end: PlanCheck[] =
    endsAtMs === null
      ? []
      : [
          {
            args: ['HPEXPIRETIME', key, 'FIELDS', '1', from],
            is: 'text',
            wanted: String(endsAtMs),
            orElse: keyChanged,
          },
        ]
  const isNew = expect === null
  return stepOn(
    { key, type: 'hash' },
    isNew ? [isFree(key, field)] : [value0, ...(isRenamed ? [isFree(key, field)] : []), ...end],
    [
      ['HSET', key, field, value],
      ...endAgain(key, field, endsAtMs),
      ...(isRenamed && !isNew ? [['HDEL', key, from]] : []),
    ],
    ({ checks }) => {
      if (isNew) return { changed: 1, undo: { kind: 'removeFields', fields: [edit.field] } }
      const before = bytesOrNull(checks[0])
      if (before === null) return { changed: 1, undo: null }
      const back = {
        kind: 'setField' as const,
        field: bytesOf(from),
        value: bytesOf(before),
        expect: sha1Of(value),
      }
      return { changed: 1, undo: isRenamed ? { ...back, from: edit.field } : back }
    },
  )
}

/** Only new ones: the value of a field that is there is changed by `setField`, which knows what it was. */
export function addFields(key: Buffer, { fields }: EditOf<'addFields'>): EditStep {
  const writes = fields.map(({ name, value }) => ['HSETNX', key, bufferOf(name), bufferOf(value)])
  return stepOn({ key, type: 'hash' }, [], writes, (done) => {
    const isAdded = (at: number): boolean => countOf(done.writes[at]) === 1
    const added = fields.filter((_, at) => isAdded(at)).map(({ name }) => name)
    const existing = fields.filter((_, at) => !isAdded(at)).map(({ name }) => name)
    const undo = added.length === 0 ? null : ({ kind: 'removeFields', fields: added } as const)
    return { changed: added.length, undo, existing }
  })
}

/** `hasEnds`: a field that had an end cannot be put back by its value alone. */
export function removeFields(key: Buffer, edit: EditOf<'removeFields'>, hasEnds: boolean): EditStep {
  const fields = edit.fields.map(bufferOf)
  const [only] = fields
  const isOne = fields.length === 1 && !hasEnds
  return stepOn(
    { key, type: 'hash' },
    isOne ? [asked(['HGET', key, only!])] : [],
    [['HDEL', key, ...fields]],
    (done) => {
      const before = isOne && isStillThere(done) ? bytesOrNull(done.checks[0]) : null
      const undo =
        before === null
          ? null
          : ({ kind: 'setField', field: bytesOf(only!), value: bytesOf(before), expect: null } as const)
      return { changed: countOf(done.writes[0]), undo }
    },
  )
}

/** At most 0: the field goes, as HPEXPIRE itself has it. */
export function expireField(key: Buffer, { field, ttlMs }: EditOf<'expireField'>): EditStep {
  const name = bufferOf(field)
  const one = ['FIELDS', '1', name]
  return stepOn(
    { key, type: 'hash' },
    [
      { args: ['HEXISTS', key, name], is: 'text', wanted: '1', orElse: keyChanged },
      asked(['HPTTL', key, ...one]),
    ],
    [ttlMs === null ? ['HPERSIST', key, ...one] : ['HPEXPIRE', key, String(Math.max(0, ttlMs)), ...one]],
    ({ checks }) => {
      const before = Number(String(checks[1]))
      const isGone = ttlMs !== null && ttlMs <= 0
      return {
        changed: 1,
        undo: isGone ? null : { kind: 'expireField', field, ttlMs: before < 0 ? null : before },
      }
    },
  )
}
