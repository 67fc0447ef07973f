import { describe, expect, it } from 'vitest'
import { readCommands } from './index.ts'

const good = { name: 'greet', title: 'Greet', target: 'none', risk: 'R1' }
const field = { name: 'Hero', fieldName: 'hero', type: 'HeroInfo' }
const read = (entries: unknown[]) => readCommands(entries, (type) => type === 'HeroInfo')

describe('declared commands', () => {
  it('fills in what a declaration leaves out', () => {
    expect(read([good]).commands).toEqual([
      { ...good, group: '', comment: '', parameters: [], hasDryRun: false, result: 'text' },
    ])
  })

  it('takes types of the player data, and texts by language', () => {
    const titled = { ...good, title: { cn: '问候', en: 'Greet' }, parameters: [field] }
    expect(read([titled]).refused).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['no object', 'greet', 'expected object'],
    ['a name that reaches prototypes', { ...good, name: '__proto__' }, 'name is no allowed name'],
    ['an unknown risk', { ...good, risk: 'R0' }, 'risk'],
    ['an unknown target', { ...good, target: 'line' }, 'target'],
    ['an unknown type', { ...good, parameters: [{ ...field, type: 'Ghost' }] }, 'unknown type Ghost'],
    [
      'a list of an unknown type',
      { ...good, parameters: [{ ...field, type: 'array', itemType: 'Ghost' }] },
      'unknown type Ghost',
    ],
    ['a parameter twice', { ...good, parameters: [field, field] }, 'parameter hero twice'],
    [
      'an address as provider',
      { ...good, parameters: [{ ...field, dataProvider: 'https://x' }] },
      'dataProvider',
    ],
    ['too many parameters', { ...good, parameters: Array.from({ length: 41 }, () => field) }, 'parameters'],
    ['a forbidden key', JSON.parse('{"name":"greet","x":{"constructor":1}}'), 'constructor'],
    ['an endless depth', { ...good, x: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown }, 'nested'],
  ])('refuses %s with the reason and keeps the others', (_title, entry, reason) => {
    const { commands, refused } = read([entry, { ...good, name: 'other' }])
    expect(commands.map(({ name }) => name)).toEqual(['other'])
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason.toLowerCase()).toContain(reason.toLowerCase())
  })

  it('effects: absent is unknown, `none` is nothing, and nothing stands beside it', () => {
    const effectsOf = (effects?: unknown) =>
      read([{ ...good, ...(effects === undefined ? {} : { effects }) }])
    expect(effectsOf().commands[0]).not.toHaveProperty('effects')
    expect(effectsOf(['none']).commands[0]?.effects).toEqual([])
    expect(effectsOf(['currency', 'many']).commands[0]?.effects).toEqual(['currency', 'many'])
    for (const wrong of [[], ['none', 'items'], ['gold'], 'items'])
      expect(effectsOf(wrong).refused[0]?.reason).toContain('effects')
  })

  it('of two with one name the first counts', () => {
    const { commands, refused } = read([good, { ...good, risk: 'R4' }])
    expect(commands.map(({ risk }) => risk)).toEqual(['R1'])
    expect(refused).toEqual([{ name: 'greet', reason: 'is declared twice' }])
  })
})
