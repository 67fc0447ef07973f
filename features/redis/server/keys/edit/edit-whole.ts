import { bufferOf, bytesOf } from '../../bytes.ts'
import { keyNotFound, valueInvalid } from '../words.ts'
import { nameTaken } from './edit-hash.ts'
import { asked, countOf } from './edit-step.ts'
import type { EditOf, EditStep } from './edit-step.ts'
import type { PlanCheck } from '../plan.ts'

const isThere = (key: Buffer): PlanCheck => ({
  args: ['EXISTS', key],
  is: 'text',
  wanted: '1',
  orElse: keyNotFound,
})

/** Its end goes with it. What takes it back is a change of the key by its new name. */
export function rename(key: Buffer, { to }: EditOf<'rename'>): EditStep {
  const name = bufferOf(to)
  if (name.length === 0) throw valueInvalid('edit.to', 'emptyName')
  if (name.equals(key)) throw nameTaken()
  return {
    plan: {
      keys: [key, name],
      checks: [isThere(key), { args: ['EXISTS', name], is: 'text', wanted: '0', orElse: nameTaken }],
      writes: [['RENAMENX', key, name]],
    },
    effect: () => ({ changed: 1, undo: { kind: 'rename', to: bytesOf(key) } }),
  }
}

export function remove(key: Buffer): EditStep {
  return {
    plan: { keys: [key], checks: [isThere(key)], writes: [['UNLINK', key]] },
    effect: ({ writes }) => ({ changed: countOf(writes[0]), undo: null }),
  }
}

/** At most 0 deletes the key (S4.13). */
export function expire(key: Buffer, { ttlMs }: EditOf<'expire'>): EditStep {
  if (ttlMs !== null && ttlMs <= 0) return remove(key)
  return {
    plan: {
      keys: [key],
      checks: [isThere(key), asked(['PTTL', key])],
      writes: [ttlMs === null ? ['PERSIST', key] : ['PEXPIRE', key, String(ttlMs)]],
    },
    effect: ({ checks, writes }) => {
      const before = Number(String(checks[1]))
      return { changed: countOf(writes[0]), undo: { kind: 'expire', ttlMs: before < 0 ? null : before } }
    },
  }
}
