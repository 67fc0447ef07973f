import type { Change, PlayerData } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { readProtocol } from '@qd/player-edit'
import { playerData, protocol } from '../testing/sample-player.ts'
import { editDraft, openDraft, rebaseDraft } from './draft.ts'
import { carryChanges, remainsOf, restoreDraft } from './kept-draft.ts'

function definitionOf(json: unknown) {
  const parsed = readProtocol(json)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.protocol
}

const definition = definitionOf(protocol)
const count = (value: number): Change => ({ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value })
const level: Change = { diff: 'Role', path: ['level'], op: 'set', value: 80 }
const drafted = (data: PlayerData = playerData()) =>
  editDraft(openDraft(definition, data), [count(680), level])
const SAME = { isOtherProtocol: false }

describe('restoreDraft', () => {
  it('[ED.84] gives back what was pending, and keeps what was typed since', () => {
    const now = editDraft(openDraft(definition, playerData()), [
      { diff: 'Role', path: ['name'], op: 'set', value: 'Mei' },
    ])
    const { draft, aside } = restoreDraft(now, remainsOf(drafted()), SAME)
    expect(draft.changes.map(({ path, value }) => [path[0], value])).toEqual([
      ['name', 'Mei'],
      ['level', 80],
      ['count', 680],
    ])
    expect(aside).toEqual([])
  })

  it('[ED.84] what moved while the page was away is marked with what it was', () => {
    const { draft } = restoreDraft(openDraft(definition, playerData(500)), remainsOf(drafted()), SAME)
    expect([...draft.moved.values()]).toMatchObject([{ loaded: 480, current: 500 }])
    expect(draft.changes).toMatchObject([{ value: 80 }, { value: 680, old: 500 }])
  })

  it('[ED.84] a value that waits for a decision still waits after another reload', () => {
    const waiting = rebaseDraft(drafted(), playerData(500))
    const { draft } = restoreDraft(openDraft(definition, playerData(500)), remainsOf(waiting), SAME)
    expect([...draft.moved.values()]).toMatchObject([{ loaded: 480, current: 500 }])
  })

  it('[ED.84] a row that was added stays one, and only touched rows are kept', () => {
    const add: Change = {
      diff: 'Bag',
      key: '9',
      path: [],
      op: 'add',
      value: { itemId: 9, count: 1 },
    }
    const remains = remainsOf(editDraft(openDraft(definition, playerData()), [add]))
    expect(remains.base).toEqual({ bag: { '9': null } })
    const { draft } = restoreDraft(openDraft(definition, playerData()), remains, SAME)
    expect(draft.changes).toEqual([add])
  })

  it('[ED.85] under another definition changes without a place or with another type are set aside', () => {
    const { Role: role, ...others } = protocol.diffInfos
    const fields = role.fields.map((field) =>
      field.fieldName === 'level' ? { ...field, type: 'string', min: undefined, max: undefined } : field,
    )
    const typed = definitionOf({ ...protocol, diffInfos: { ...others, Role: { ...role, fields } } })
    const gone = definitionOf({ ...protocol, diffInfos: others })
    for (const [next, code] of [
      [typed, 'wrong_type'],
      [gone, 'unknown_diff'],
    ] as const) {
      const now = openDraft(next, playerData())
      const { draft, aside } = restoreDraft(now, remainsOf(drafted()), { isOtherProtocol: true })
      expect(draft.changes).toMatchObject([{ diff: 'Bag', value: 680 }])
      expect(aside).toMatchObject([{ change: { diff: 'Role', value: 80 }, code }])
    }
  })

  it('[ED.85] a value out of range is no reason to set it aside', () => {
    expect(carryChanges(definition, [{ ...level, value: 999 }])).toMatchObject({ aside: [] })
  })
})
