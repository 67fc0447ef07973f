import { readProtocol } from '@qd/player-edit'
import type { Change } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { playerData, protocol } from '../testing/sample-player.ts'
import { editDraft, openDraft, redo, typeDraft, undo } from './draft.ts'
import type { Draft } from './draft.ts'

const parsed = readProtocol(protocol)
if (!parsed.ok) throw new Error(parsed.reason)
const opened = openDraft(parsed.protocol, playerData())

const count = (value: number): Change[] => [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value }]
const level = (value: number): Change[] => [{ diff: 'Role', path: ['level'], op: 'set', value }]
const values = ({ changes }: Draft) => changes.map(({ value }) => value)

describe('typing', () => {
  it('one key after the other is one step of undo', () => {
    const sign = Symbol('a')
    const typed = [6, 68, 680].reduce((draft, value) => typeDraft(draft, count(value), sign), opened)
    expect(values(typed)).toEqual([680])
    expect(values(undo(typed))).toEqual([])
    expect(values(redo(undo(typed)))).toEqual([680])
  })

  it('the commit of what was typed is no step of its own, another typing is', () => {
    const typed = typeDraft(opened, count(680), Symbol('a'))
    expect(editDraft(typed, count(680))).toBe(typed)
    const again = typeDraft(typed, count(681), Symbol('b'))
    expect(values(undo(again))).toEqual([680])
    const other = typeDraft(again, level(73), Symbol('c'))
    expect(values(undo(other))).toEqual([681])
  })

  it('typed back to what it was it is no step, and what could be done again still can', () => {
    const before = undo(editDraft(opened, level(73)))
    const sign = Symbol('a')
    const back = typeDraft(typeDraft(before, count(6), sign), count(480), sign)
    expect([back.changes, back.past]).toEqual([[], []])
    expect(values(redo(back))).toEqual([73])
  })

  it('an undo in between ends the step', () => {
    const sign = Symbol('a')
    const undone = undo(typeDraft(opened, count(68), sign))
    const typed = typeDraft(undone, count(7), sign)
    expect(values(undo(typed))).toEqual([])
    expect(undo(typed).past).toEqual([])
  })

  it('that comes to nothing leaves no step, also where an object stands in place of a value', () => {
    const sign = Symbol('a')
    const wrong = { ...playerData(), role: { name: '岚', level: { of: 1 }, tags: [] } }
    const before = openDraft(parsed.protocol, wrong)
    const nothing: Change[] = [{ diff: 'Role', path: ['level'], op: 'set' }]
    const back = typeDraft(typeDraft(typeDraft(before, level(7), sign), level(73), sign), nothing, sign)
    expect([back.changes, back.past, back.data]).toEqual([[], [], wrong])
    const between = typeDraft(editDraft(typeDraft(before, level(7), sign), count(6)), nothing, sign)
    expect(values(between)).toEqual([6])
  })
})
