import { describe, expect, it } from 'vitest'
import { groupMessages, indexMessages, readMessages, searchMessages, withRecent } from './message-index.ts'

const NESTED = {
  lantern: {
    nested: {
      Bag: {
        comment: '背包',
        methods: { BagList: { requestType: 'BagListReq' }, UseItem: { requestType: '.lantern.UseItemReq' } },
      },
      BagListReq: { fields: {} },
      UseItemReq: { fields: { itemId: { type: 'int32', id: 1, comment: '物品编号' } } },
      EnterReq: { fields: {}, comment: '进入' },
    },
  },
}
const command = (cmd: number, req: string, comment = '') => ({
  cmd,
  name: '',
  req,
  res: '',
  push: '',
  comment,
})
const CMDS = [
  command(1402, 'lantern.UseItemReq', '使用物品'),
  command(1401, 'lantern.BagListReq', '查看背包'),
  command(1001, 'lantern.EnterReq'),
  { ...command(1100, ''), push: 'lantern.SyncChanges' },
]

const entries = readMessages(NESTED, CMDS)
const READINGS: Record<string, string[]> = { 使: ['shi'], 用: ['yong'], 物: ['wu'], 品: ['pin'] }
const indexed = indexMessages(entries, (character) => READINGS[character] ?? [])
const found = (query: string) => searchMessages(indexed, query).map(({ name }) => name)

describe('messages of a definition', () => {
  it('lists what can be sent, by number, with module, reply and comment', () => {
    expect(entries.map(({ cmd, name }) => [cmd, name])).toEqual([
      [1001, 'EnterReq'],
      [1401, 'BagListReq'],
      [1402, 'UseItemReq'],
    ])
    expect(entries[0]).toMatchObject({ comment: '进入', module: { name: '' } })
  })

  it('groups them by service, those without one last', () => {
    const groups = groupMessages(entries)
    expect(groups.map(({ module }) => module)).toEqual([
      { name: 'Bag', comment: '背包' },
      { name: '', comment: '' },
    ])
    expect(groups[0]?.entries.map(({ cmd }) => cmd)).toEqual([1401, 1402])
  })

  it.each([
    ['useitem', ['UseItemReq']],
    ['1401', ['BagListReq']],
    ['itemId', ['UseItemReq']],
    ['物品编号', ['UseItemReq']],
    ['使用', ['UseItemReq']],
    ['sywp', ['UseItemReq']],
    ['nothing like it', []],
  ])('finds %s', (query, names) => expect(found(query)).toEqual(names))
})

describe('recent messages', () => {
  it('are at most ten, each once, the last one first', () => {
    const names = Array.from({ length: 14 }, (_, index) => `m${index % 12}`)
    const recent = names.reduce<string[]>(withRecent, [])
    expect(recent).toHaveLength(10)
    expect(recent.slice(0, 3)).toEqual(['m1', 'm0', 'm11'])
  })
})
