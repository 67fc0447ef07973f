import { bufferOf } from '../../bytes.ts'
import type { PlanArg, PlanDone } from '../plan.ts'
import { countOf, stepOn } from './edit-step.ts'
import type { EditOf, EditStep } from './edit-step.ts'

function once(key: Buffer, write: readonly PlanArg[], changedOf = countWritten): EditStep {
  return stepOn({ key, type: 'stream' }, [], [write], (done) => ({ changed: changedOf(done), undo: null }))
}

const countWritten = ({ writes }: PlanDone) => countOf(writes[0])

export function addEntry(key: Buffer, { id, fields }: EditOf<'addEntry'>): EditStep {
  const pairs = fields.flatMap(({ name, value }) => [bufferOf(name), bufferOf(value)])
  return stepOn({ key, type: 'stream' }, [], [['XADD', key, id, ...pairs]], ({ writes }) => ({
    changed: 1,
    undo: { kind: 'removeEntries', ids: [String(writes[0])] },
  }))
}

export function removeEntries(key: Buffer, { ids }: EditOf<'removeEntries'>): EditStep {
  return once(key, ['XDEL', key, ...ids])
}

export function trimStream(key: Buffer, { by, bound }: EditOf<'trimStream'>): EditStep {
  return once(key, ['XTRIM', key, by === 'length' ? 'MAXLEN' : 'MINID', '=', bound])
}

export function createGroup(key: Buffer, { group, fromId }: EditOf<'createGroup'>): EditStep {
  const write = ['XGROUP', 'CREATE', key, bufferOf(group), fromId]
  return stepOn({ key, type: 'stream' }, [], [write], () => ({
    changed: 1,
    undo: { kind: 'removeGroup', group },
  }))
}

export function removeGroup(key: Buffer, { group }: EditOf<'removeGroup'>): EditStep {
  return once(key, ['XGROUP', 'DESTROY', key, bufferOf(group)])
}

export function ack(key: Buffer, { group, ids }: EditOf<'ack'>): EditStep {
  return once(key, ['XACK', key, bufferOf(group), ...ids])
}

/** JUSTID: a change of hands is no delivery, and the entries themselves are not needed. */
export function claim(key: Buffer, edit: EditOf<'claim'>): EditStep {
  const who = [bufferOf(edit.group), bufferOf(edit.consumer), String(edit.minIdleMs)]
  return once(key, ['XCLAIM', key, ...who, ...edit.ids, 'JUSTID'], ({ writes }) => {
    const [ids] = writes
    return Array.isArray(ids) ? ids.length : 0
  })
}
