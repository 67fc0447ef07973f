import { describe, expect, it } from 'vitest'
import { sampleProtocol } from '../../testing/index.ts'
import { placeFacts, placeWords } from './place-facts.ts'
import { touchesSensitive } from '../definition/sensitive.ts'

const protocol = sampleProtocol()

describe('placeWords', () => {
  it.each([
    [{ diff: 'Bag', key: '10007', path: ['count'] }, 'bag · 10007 · label count'],
    [{ diff: 'Role', path: ['home', 'x'] }, 'Role · label home · label x'],
    [{ diff: 'Bag', key: '10007', path: [] }, 'bag · 10007'],
    [{ diff: 'Gone', key: '1', path: ['old'] }, 'Gone · 1 · old'],
  ])('names %j', (place, words) => {
    expect(placeWords(protocol, place)).toBe(words)
  })
})

describe('placeFacts', () => {
  it('ends the walk where the definition knows nothing', () => {
    const facts = placeFacts(protocol, { diff: 'Bag', path: ['gems', '2', 'nothing'] })
    expect(facts.fields.map(({ fieldName }) => fieldName)).toEqual(['gems'])
    expect(facts.element).toBe('2')
    expect(facts.node).toBeNull()
  })
})

describe('touchesSensitive', () => {
  it('[ED.34] sees a sensitive field in the change, below it, and inside a row that comes', () => {
    const secret = structuredClone(protocol)
    secret.diffInfos['Gem']!.fields[1]!.sensitive = true
    const touches = (path: string[], key = '9') =>
      touchesSensitive(secret, { diff: 'Bag', key, path, op: 'set' })
    expect(touches(['gems', '1', 'power'])).toBe(true)
    expect(touches(['gems', '1'])).toBe(true)
    expect(touches(['gems'])).toBe(true)
    expect(touches([])).toBe(true)
    expect(touches(['gems', '1', 'slot'])).toBe(false)
    expect(touches(['count'])).toBe(false)
  })
})
