import { samplePlayer, sampleProtocol } from '@qd/protocol-model/testing'
import { describe, expect, it } from 'vitest'
import { ValueSearch } from './value-search.ts'

const protocol = sampleProtocol()

function find(needle: string, data = samplePlayer(), slice?: number) {
  const search = new ValueSearch(protocol, data, needle)
  while (!search.search(slice)) {
    // slice after slice
  }
  return [...search.found.values()].flatMap(({ hits }) => hits)
}

describe('ValueSearch', () => {
  it('[ED.129] names the place of a value, inside objects and lists too', () => {
    expect(find('听潮').map(({ place }) => place)).toEqual([{ diff: 'Role', path: ['name'] }])
    expect(find('1.5', samplePlayer(), 1).map(({ place }) => place)).toEqual([
      { diff: 'Role', path: ['home', 'x'] },
    ])
    expect(find('second').map(({ place, text }) => [place.path, text])).toEqual([[['titles', '1'], 'second']])
    const power = find('10').find(({ field }) => field === 'label power')
    expect(power?.place).toEqual({ diff: 'Bag', key: '7', path: ['gems', '1', 'power'] })
  })

  it('[ED.129] finds an id by the name of what it stands for, and leads to the id', () => {
    const names = {
      gameProp: new Map([
        ['7', '潮汐晶石'],
        ['9', '潮汐之心'],
      ]),
    }
    const search = new ValueSearch(protocol, samplePlayer(), '晶石', names)
    search.search()
    const place = { diff: 'Bag', key: '7', path: ['itemId'] }
    expect(search.found.get('Bag')).toEqual({
      rows: 1,
      hits: [{ place, field: 'label itemId', text: '潮汐晶石' }],
    })
    expect(search.found.size).toBe(1)
  })

  it('[ED.129] sees an edit, though rows are read once', () => {
    const before = samplePlayer()
    expect(find('world', before)).toHaveLength(1)
    const after = { ...before, note: { hello: { title: 'hello', text: 'changed' } } }
    expect(find('world', after)).toEqual([])
    expect(find('changed', after)).toHaveLength(1)
  })

  it('[ED.129] of many rows the first are shown and all are counted', () => {
    const note = Object.fromEntries(
      Array.from({ length: 500 }, (_each, at) => [`n${at}`, { title: `n${at}`, text: 'same' }]),
    )
    const search = new ValueSearch(protocol, { note }, 'SAME')
    search.search()
    expect(search.found.get('Note')?.rows).toBe(500)
    expect(search.found.get('Note')?.hits).toHaveLength(20)
  })
})
