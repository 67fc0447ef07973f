import { bufferOf, bytesOf } from '../../bytes.ts'
import { sha1Of } from '../run-watched.ts'
import { keyChanged } from '../words.ts'
import { asked, bytesOrNull, countOf, stepOn } from './edit-step.ts'
import type { EditOf, EditStep } from './edit-step.ts'

export function setString(key: Buffer, { value, expect }: EditOf<'setString'>): EditStep {
  const bytes = bufferOf(value)
  return stepOn(
    { key, type: 'string' },
    [{ args: ['GET', key], is: 'sha1', wanted: expect, orElse: keyChanged }],
    [['SET', key, bytes, 'KEEPTTL']],
    ({ checks }) => {
      const before = bytesOrNull(checks[0])
      const undo =
        before === null
          ? null
          : ({ kind: 'setString', value: bytesOf(before), expect: sha1Of(bytes) } as const)
      return { changed: 1, undo }
    },
  )
}

export function setBit(key: Buffer, { offset, bit }: EditOf<'setBit'>): EditStep {
  const write = ['SETBIT', key, String(offset), String(bit)]
  return stepOn({ key, type: 'string' }, [asked(['STRLEN', key])], [write], ({ checks, writes }) => {
    const before = countOf(writes[0])
    // A string that grew for it does not shrink again.
    const isInside = offset < countOf(checks[0]) * 8
    return {
      changed: before === bit ? 0 : 1,
      undo: isInside && before !== bit ? { kind: 'setBit', offset, bit: before } : null,
    }
  })
}
