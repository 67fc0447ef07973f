import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../../testing/call-game.ts'
import { startGameServerForTest } from '../../../testing/index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-protocol-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(name: string, content: unknown): void {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
}

function field(fieldName: string, type: string, rest: object = {}): object {
  return { name: fieldName, type, fieldName, comment: '', ...rest }
}

const PET = {
  diffInfos: {
    PetInfo: {
      name: 'PetInfo',
      comment: '宠物',
      key: 'petId',
      netKey: 'pet',
      names: {},
      fields: [
        field('petId', 'int', { min: 1, max: 999 }),
        field('mood', 'int', { min: 0, max: 100 }),
        field('toys', 'array', { itemType: 'PetToy' }),
        field('born', 'int', { time: 's' }),
        field('kind', 'string', { dataProvider: 'enum:["cat","dog"]' }),
      ],
    },
    PetToy: {
      name: 'PetToy',
      comment: '玩具',
      key: 'toyId',
      netKey: '',
      names: {},
      fields: [field('toyId', 'int', { min: 1, max: 9 }), field('weight', 'float', { max: 2 })],
    },
  },
  protocols: [],
}

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }

describe('an extra folder of definitions', () => {
  it('[sandbox-extra] is served with generated data that can be edited', async () => {
    put('pet.json', PET)
    put(
      'pet.proto',
      'syntax = "proto3"; package pets; message FeedReq {} service Pets { rpc Feed(FeedReq) returns (FeedReq) { option (cmd) = 5001; } }',
    )
    const game = await startGameServerForTest({ sId: 1, players: 3, protocolDir: folder })
    const uId = game.server.game.uIdOf(2)
    const read = await callGame(game.target, 'dataGet', { uId, items: [{ diff: 'PetInfo' }] })
    const [key, row] = Object.entries(read.envelope.data?.tables.pet as Record<string, { mood: number }>)[0]!
    const changed = await callGame(game.target, 'dataChange', {
      uId,
      version: '0',
      operator,
      changes: [
        { diff: 'PetInfo', key, path: ['mood'], op: 'set', old: row.mood, value: 100 - row.mood },
        { diff: 'PetInfo', key, path: ['kind'], op: 'set', old: 'cow', value: 'cow' },
      ],
    })
    expect(changed.envelope.data?.results.map(({ code }) => code)).toEqual([0, 2004])
    const kind = { diff: 'PetInfo', key, path: ['kind'], op: 'set' as const, value: null }
    const old = (row as unknown as { kind: string }).kind
    const unset = await callGame(game.target, 'dataChange', {
      uId,
      version: '0',
      operator,
      changes: [
        { ...kind, old },
        { diff: 'RoleInfo', path: ['level'], op: 'set', old: 1, value: null },
      ],
    })
    expect(unset.envelope.data?.results.map(({ code }) => code)).toEqual([0, 2004])
    const after = await callGame(game.target, 'dataGet', { uId, items: [{ diff: 'PetInfo' }] })
    expect(after.envelope.data?.tables.pet).not.toHaveProperty([key, 'kind'])
    expect(after.envelope.data?.tables.pet).toHaveProperty([key, 'mood'])
    const proto = await callGame(game.target, 'proto', {})
    expect(proto.envelope.data?.cmds.at(-1)).toMatchObject({ cmd: 5001, req: 'pets.FeedReq' })
    expect(game.lines.filter((line) => line.event === 'protocol.refused')).toEqual([])
    await game.stop()
  })

  it('[sandbox-extra] keeps an int64 exact in a field without limits, and in one whose least value is text', async () => {
    const mark = { ...PET.diffInfos.PetToy, name: 'MarkInfo', key: '', netKey: 'mark' }
    const fields = [field('open', 'int'), field('owed', 'int', { min: '-9223372036854775808' })]
    put('mark.json', { diffInfos: { MarkInfo: { ...mark, fields } }, protocols: [] })
    const game = await startGameServerForTest({ sId: 1, players: 3, protocolDir: folder })
    const uId = game.server.game.uIdOf(2)
    const read = async () => {
      const answer = await callGame(game.target, 'dataGet', { uId, items: [{ diff: 'MarkInfo' }] })
      return answer.envelope.data?.tables.mark as { open: number | string; owed: string }
    }
    const change = async (fieldName: 'open' | 'owed', value: unknown) => {
      const old = (await read())[fieldName]
      const changes = [{ diff: 'MarkInfo', path: [fieldName], op: 'set' as const, old, value }]
      const answer = await callGame(game.target, 'dataChange', { uId, version: '0', operator, changes })
      expect(answer.envelope.data?.results.map(({ code }) => code)).toEqual([0])
    }
    await change('open', '9000000000000000001')
    await change('owed', -5)
    expect(await read()).toEqual({ open: '9000000000000000001', owed: '-5' })
    await change('open', '7')
    expect(await read()).toEqual({ open: 7, owed: '-5' })
    await game.stop()
  })

  const TREES = `syntax = "proto3"; package trees;
    // 种类
    enum Kind { OAK = 0; /* 松树 */ PINE = 1; }
    message Garden {
      string name = 1; // 名字，花园的
      uint64 seeds = 2;
      bool open = 3;
      bytes seal = 4;
      repeated Tree trees = 5; // 树
      map<string, int32> tools = 6;
      oneof watering { string hose = 7; int32 can = 8; }
    }
    message Tree { int32 treeId = 1; Kind kind = 2; Tree graft = 3; }`
  const ROOTS = { roots: [{ message: 'trees.Garden', netKey: 'garden' }], keys: { 'trees.Tree': 'treeId' } }

  it('[sandbox-extra] of messages alone has modules too, whose data is really changed', async () => {
    put('trees.proto', TREES)
    put('modules.json', ROOTS)
    const game = await startGameServerForTest({ sId: 1, players: 3, protocolDir: folder })
    expect(game.lines.filter((line) => line.event === 'protocol.refused')).toEqual([])
    const uId = game.server.game.uIdOf(2)
    const read = async () => {
      const items = [{ diff: 'trees.Garden@garden' }, { diff: 'trees.Tree@trees' }]
      return (await callGame(game.target, 'dataGet', { uId, items })).envelope.data!.tables
    }
    const before = await read()
    const garden = before.garden as Record<string, unknown>
    const [key, tree] = Object.entries(before.trees as Record<string, { kind: number }>)[0]!
    expect(Object.keys(garden)).toEqual(['name', 'seeds', 'open', 'seal', 'tools', 'hose'])
    const set = (name: string, value: unknown) => {
      const old = garden[name] ?? null
      return { diff: 'trees.Garden@garden', path: [name], op: 'set' as const, old, value }
    }
    const changes = [
      set('seeds', '18446744073709551615'),
      set('seal', 'AAEC'),
      set('open', 1),
      {
        diff: 'trees.Tree@trees',
        key,
        path: ['kind'],
        op: 'set' as const,
        old: tree.kind,
        value: 1 - tree.kind,
      },
      set('seal', 'no bytes'),
    ]
    const changed = await callGame(game.target, 'dataChange', { uId, version: '0', operator, changes })
    expect(changed.envelope.data?.results.map(({ code }) => code)).toEqual([0, 0, 0, 0, 2004])
    const after = await read()
    expect(after.garden).toMatchObject({ seeds: '18446744073709551615', seal: 'AAEC', open: 1 })
    expect(after.trees).toHaveProperty([key, 'kind'], 1 - tree.kind)
    await game.stop()
  })

  it.each([
    ['no JSON', '{'],
    ['no root', { roots: [] }],
    ['an unknown message', { roots: [{ message: 'trees.Ghost', netKey: 'ghost' }] }],
    ['a net key of the game', { roots: [{ message: 'trees.Garden', netKey: 'bag' }] }],
  ])('[sandbox-extra] says why a list of modules with %s is left out', async (_what, content) => {
    put('trees.proto', TREES)
    put('modules.json', content)
    const game = await startGameServerForTest({ sId: 1, players: 3, protocolDir: folder })
    expect(game.lines.filter((line) => line.event === 'protocol.refused')).toMatchObject([
      { facts: { file: 'modules.json', reason: expect.stringMatching(/./) } },
    ])
    await game.stop()
  })

  const bad: [string, string, unknown][] = [
    ['text that is no JSON', 'a.json', '{"diffInfos":'],
    [
      'a type nobody knows',
      'b.json',
      { diffInfos: { X: { ...PET.diffInfos.PetInfo, name: 'X' } }, protocols: [] },
    ],
    [
      'a net key of the game',
      'c.json',
      { diffInfos: { X: { ...PET.diffInfos.PetToy, name: 'X', netKey: 'bag' } }, protocols: [] },
    ],
    [
      'a name of the game',
      'd.json',
      { diffInfos: { BagItem: { ...PET.diffInfos.PetToy, name: 'BagItem' } }, protocols: [] },
    ],
    ['messages with a syntax error', 'f.proto', 'syntax = "proto3"; message {'],
    [
      'a command of the game',
      'g.proto',
      'syntax = "proto3"; message A {} service S { rpc A(A) returns (A) { option (cmd) = 1001; } }',
    ],
  ]
  it.each(bad)(
    '[sandbox-extra] leaves out %s, says why, and serves the rest',
    async (_title, name, content) => {
      put('pet.json', PET)
      put(name, content)
      const game = await startGameServerForTest({ sId: 1, players: 3, protocolDir: folder })
      const refused = game.lines.filter((line) => line.event === 'protocol.refused')
      expect(refused).toMatchObject([{ facts: { file: name } }])
      expect(String(refused[0]?.facts.reason)).not.toBe('')
      const { protocol } = game.server.game.definitions
      expect(Object.keys(protocol.diffInfos)).toEqual(expect.arrayContaining(['BagItem', 'PetInfo']))
      await game.stop()
    },
  )
})
