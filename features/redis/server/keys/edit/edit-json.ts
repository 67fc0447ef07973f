import { parseJsonText } from '@qd/canonical-json'
import { bytesOrNull, stepOn } from './edit-step.ts'
import type { EditOf, EditStep } from './edit-step.ts'
import { nameTaken } from './edit-hash.ts'
import { sha1Of } from '../run-watched.ts'
import { keyChanged, valueInvalid } from '../words.ts'
import type { PlanCheck } from '../plan.ts'

const json = (key: Buffer) => ({ key, type: 'ReJSON-RL' })

/** What JSON.GET answers for the value at a path: paths with `$` answer a list of all that fit. */
function valueIn(path: string, text: string): string | null {
  if (!path.startsWith('$')) return text
  // The text between the brackets stays as it is: no number of it is read.
  return (parseJsonText(text) as unknown[]).length === 1 ? text.slice(1, -1) : null
}

function isAt(key: Buffer, path: string, expect: string): PlanCheck {
  return { args: ['JSON.GET', key, path], is: 'sha1', wanted: expect, orElse: keyChanged }
}

export function setJson(key: Buffer, { path, value, expect }: EditOf<'setJson'>): EditStep {
  try {
    parseJsonText(value)
  } catch {
    throw valueInvalid('edit.value', 'noJson')
  }
  const isFree: PlanCheck = { args: ['JSON.TYPE', key, path], is: 'text', wanted: '', orElse: nameTaken }
  return stepOn(
    json(key),
    [expect === null ? isFree : isAt(key, path, expect)],
    [
      ['JSON.SET', key, path, value],
      ['JSON.GET', key, path],
    ],
    ({ checks, writes }) => {
      const [before, after] = [expect === null ? null : bytesOrNull(checks[0]), bytesOrNull(writes[1])]
      if (after === null) return { changed: 1, undo: null }
      const now = sha1Of(after)
      if (expect === null) return { changed: 1, undo: { kind: 'removeJson', path, expect: now } }
      const was = before === null ? null : valueIn(path, String(before))
      return { changed: 1, undo: was === null ? null : { kind: 'setJson', path, value: was, expect: now } }
    },
  )
}

export function removeJson(key: Buffer, { path, expect }: EditOf<'removeJson'>): EditStep {
  return stepOn(json(key), [isAt(key, path, expect)], [['JSON.DEL', key, path]], ({ writes }) => ({
    changed: Number(String(writes[0])),
    undo: null,
  }))
}
