import { describe, expect, it } from 'vitest'
import { loadReadings } from '../search/pinyin.ts'
import { ChoiceSearch } from './choice-search.ts'

const choices = [
  { value: '10007', label: '潮汐晶石', detail: '材料' },
  { value: '100', label: '青铜灯', detail: '装备' },
  { value: '7', label: '海盐面包', detail: '食物' },
]
const found = (search: ChoiceSearch, query: string) => search.find(query).map(({ value }) => value)

describe('ChoiceSearch', () => {
  it('[ED.112] finds by number, name, type and pinyin, the exact number first', async () => {
    const search = new ChoiceSearch(choices)
    expect(found(search, '7')).toEqual(['7', '10007'])
    expect(found(search, '晶石')).toEqual(['10007'])
    expect(found(search, '装备')).toEqual(['100'])
    expect(found(search, 'cxjs')).toEqual([])
    search.readBy(await loadReadings())
    while (!search.isIndexed) search.extend()
    expect(found(search, 'cxjs')).toEqual(['10007'])
    expect(found(search, 'qingtong')).toEqual(['100'])
    expect(found(search, '')).toHaveLength(3)
  })
})
