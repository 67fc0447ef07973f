import { describe, expect, it } from 'vitest'
import { touchedBy } from './touched-modules.ts'

describe('touchedBy', () => {
  it('names the rows of a table once each, and the whole of what has no rows', () => {
    const changes = [
      { diff: 'BagItem', key: '7' },
      { diff: 'Role' },
      { diff: 'BagItem', key: '9' },
      { diff: 'BagItem', key: '7' },
    ]
    expect(touchedBy(changes)).toEqual([{ diff: 'BagItem', keys: ['7', '9'] }, { diff: 'Role' }])
  })

  it('reads a table whole when one change names no row', () => {
    expect(touchedBy([{ diff: 'BagItem', key: '7' }, { diff: 'BagItem' }])).toEqual([{ diff: 'BagItem' }])
    expect(touchedBy([{ diff: 'BagItem' }, { diff: 'BagItem', key: '7' }])).toEqual([{ diff: 'BagItem' }])
  })
})
