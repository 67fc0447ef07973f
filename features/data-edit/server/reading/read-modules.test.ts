import type { WholeAdapter } from '@qd/game-contract/adapter'
import type { ReachedServer } from '@qd/server-kit'
import { describe, expect, it } from 'vitest'
import { readModules } from './read-modules.ts'

describe('readModules', () => {
  it('goes on where an answer stopped, with the same rows asked for', async () => {
    const asked: unknown[] = []
    const pages = [
      {
        version: '1',
        online: false,
        tables: { bag: { '7': { n: 1 } } },
        cursors: { BagItem: 'next', Ghost: 'x' },
      },
      { version: '2', online: true, tables: { bag: { '9': { n: 2 } } } },
    ]
    const get: WholeAdapter['data']['get'] = async (_target, { items }) => {
      asked.push(items)
      return pages[asked.length - 1]!
    }
    const reached = { data: { get }, target: {} } as unknown as ReachedServer<'data'>
    const read = await readModules(reached, { uId: '1', modules: [{ diff: 'BagItem', keys: ['7', '9'] }] })
    expect(read).toEqual({ version: '2', online: true, data: { bag: { '7': { n: 1 }, '9': { n: 2 } } } })
    expect(asked).toEqual([
      [{ diff: 'BagItem', keys: ['7', '9'] }],
      [{ diff: 'BagItem', keys: ['7', '9'], cursor: 'next' }],
    ])
  })
})
