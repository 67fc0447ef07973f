import { NO_WORTH, sumOfWorths } from '@qd/contract-kit'
import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { Excess } from '@qd/item-limits'
import type { ApprovalFacts, ApprovalsPort, GivenBack, LimitsPort, UseParts, WorthPort } from '@qd/server-kit'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChangeVerdict } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'
const field = (fieldName: string, more: object = {}) => ({
  name: '',
  type: 'int',
  fieldName,
  comment: '',
  ...more,
})
const PROTOCOL = {
  md5: 'limits',
  protocols: [],
  diffInfos: {
    Bag: {
      name: 'Bag',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'bag',
      fields: [field('id', { dataProvider: 'gameProp' }), field('count')],
    },
  },
}

/** A ledger that answers as told, and keeps what it is asked. */
function recordingLimits() {
  const told = { excess: [] as Excess[], excessLater: [] as Excess[], isBroken: false }
  const counted: { use: UseParts; key: string }[] = []
  const back: GivenBack[] = []
  const port: LimitsPort = {
    ofAction: async () => new Map([['1', 50n]]),
    check: async () => told.excess,
    reserve: async () => ({ isReserved: true, excess: [] }),
    prepare: async (use, key) => async () => {
      if (told.isBroken) throw new Error('no room')
      const excess = [...told.excess, ...told.excessLater]
      if (excess.length === 0) counted.push({ use, key })
      return use.parts.map(() => excess)
    },
    giveBack: async (_tx, backs) => void back.push(...backs),
    recount: async () => {},
    release: async () => {},
  }
  return { told, counted, back, port }
}

/** One of an item is worth ten times its number. */
const worth: WorthPort = {
  worthOf: async (_server, totals) =>
    sumOfWorths(Array.from(totals, ([number, total]) => total * BigInt(number) * 10n)),
  namesOf: async () => new Map([['1', { cn: '潮晶', en: 'Tide Crystal' }]]),
}

const weighed: ApprovalFacts['value'][] = []
const approvals: ApprovalsPort = {
  isOn: async () => true,
  needed: async ({ facts }) => {
    weighed.push(facts.value)
    return null
  },
}

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>
let limits: ReturnType<typeof recordingLimits>
let refuses: number[] = []
type Bag = Record<string, { id: number; count: number }>
let bag: Bag = {}
/** What the next change makes of it. */
let after: Bag | null = null

beforeAll(async () => {
  game = await startLyingGame()
  const honest = game.honest.answer.bind(game.honest)
  const ok = (data: object) => ({ status: 0, msg: '', data })
  game.honest.answer = (name, body, key) => {
    if (name === 'protocol') return ok(body['full'] === '1' ? PROTOCOL : { md5: 'limits' })
    if (name === 'limits')
      return ok([
        { number: 1, quantity: 500 },
        { number: 2, quantity: 20 },
      ])
    if (name === 'dataGet') return ok({ version: '1', online: false, tables: { bag } })
    if (name === 'dataCheck') return ok({ actions: [] })
    if (name !== 'dataChange') return honest(name, body, key)
    bag = after ?? bag
    const results = (body['changes'] as object[]).map((_, index) =>
      refuses.includes(index)
        ? { index, status: 409, code: 2004, msg: 'no' }
        : { index, status: 0, code: 0, msg: '' },
    )
    return ok({ version: '2', c: [], results })
  }
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  limits = recordingLimits()
  test = startEditConsole({
    store,
    target: game.target,
    approvals,
    items: { limits: limits.port, worth },
  })
})
afterAll(async () => {
  await test.close()
  await game.stop()
  await store.close()
})
beforeEach(() => {
  refuses = []
  weighed.length = 0
  bag = {}
  after = null
  Object.assign(limits.told, { excess: [], excessLater: [], isBroken: false })
  limits.counted.length = 0
  limits.back.length = 0
})

const set = (key: string, old: number, value: number) => ({
  diff: 'Bag',
  key,
  path: ['count'],
  op: 'set',
  value,
  old,
})
const add = (key: string, count: number) => ({
  diff: 'Bag',
  key,
  path: [],
  op: 'add',
  value: { id: Number(key), count },
})
type Checked = { refused: ChangeVerdict[]; warnings: { code: string; text: string }[] }
const check = async (changes: object[]) =>
  (
    await test.editor.post<Checked>(
      `/adjust/parseCommitAction?uId=${U}`,
      { version: '1', changes },
      { lang: 'en' },
    )
  ).body.data
const commit = (changes: object[]) =>
  test.editor.post<{ editId: string }>(`/adjust/api/change?uId=${U}`, {
    version: '1',
    changes,
    reason: 'ticket',
    idempotencyKey: freshKey(),
  })

const undo = (editId: string) =>
  test.editor.post<{ editId: string }>(`/adjust/history/undo?uId=${U}`, {
    editId,
    reason: 'wrong',
    idempotencyKey: freshKey(),
  })
const given = (...entries: [number: string, quantity: string][]) => [
  { entries: entries.map(([number, quantity]) => ({ number, quantity })), to: { uIds: [U] } },
]
const beyond: Excess = {
  number: '1',
  kind: 'player_day',
  source: 'console',
  limit: '10000',
  used: '9998',
  asked: '7000',
  over: '6998',
}
const WORDS =
  'Item Tide Crystal (1): 7,000 more for this player goes beyond the limit of 10,000 a day; left today: 2'
const sent = () => game.calls.filter(({ name }) => name === 'dataChange').length

it('an edit counts what it gives before it is sent: by how much quantities rise', async () => {
  const answer = await commit([set('1', 5, 12), set('2', 9, 3), add('3', 4)])
  expect(answer.http).toBe(200)
  const { editId } = answer.body.data
  expect(limits.counted).toEqual([
    {
      key: `edit:${editId}`,
      use: {
        kind: 'edit',
        parts: [given(['1', '7'], ['3', '4'])],
        lineId: 'northwind-test',
        person: { id: 'id-editor', name: 'editor' },
        about: editId,
      },
    },
  ])
  expect(limits.back).toEqual([])
})

it('gives back what the game refused, and counts nothing where nothing is given', async () => {
  refuses = [0]
  const { editId } = (await commit([set('1', 5, 12), add('3', 4)])).body.data
  expect(limits.back).toEqual([{ key: `edit:${editId}`, gifts: given(['1', '7']) }])
  refuses = [0, 1]
  limits.back.length = 0
  await commit([set('1', 5, 12), add('3', 4)])
  expect(limits.back).toMatchObject([{ gifts: given(['1', '7'], ['3', '4']) }])
  limits.counted.length = 0
  refuses = []
  await commit([set('1', 5, 4)])
  expect(limits.counted).toEqual([])
})

it('an edit whose answer is lost stays counted until the game has told', async () => {
  game.behave('slow', 'dataChange')
  const lost = await commit([set('1', 5, 12)])
  expect([lost.http, limits.counted.length, limits.back]).toEqual([504, 1, []])
  game.behave('honest')
  refuses = [0]
  const { editId } = lost.body.err!.details as { editId: string }
  await test.editor.post(`/adjust/history/ask?uId=${U}`, { editId })
  expect(limits.counted).toHaveLength(1)
  expect(limits.back).toEqual([{ key: `edit:${editId}`, gifts: given(['1', '7']) }])
})

it('an edit beyond a limit is refused and not sent, with the item, the limit and what is left', async () => {
  limits.told.excess = [beyond]
  const before = sent()
  const answer = await test.editor.post(
    `/adjust/api/change?uId=${U}`,
    {
      version: '1',
      changes: [set('2', 9, 3), set('1', 5, 12)],
      reason: 'ticket',
      idempotencyKey: freshKey(),
    },
    { lang: 'en' },
  )
  expect(answer.http).toBe(422)
  expect(answer.body.err).toMatchObject({
    code: 'edit_refused',
    field: 'changes.1',
    details: { refused: [{ index: 1, code: 'item_limit', msg: WORDS }] },
  })
  expect(answer.body.msg).toContain(WORDS)
  expect(sent()).toBe(before)
})

it('an edit that is sent again has its answer, though nothing is left of the limit', async () => {
  const body = { version: '1', changes: [set('1', 5, 12)], reason: 'ticket', idempotencyKey: freshKey() }
  const first = await test.editor.post<{ editId: string }>(`/adjust/api/change?uId=${U}`, body)
  limits.told.excess = [beyond]
  const again = await test.editor.post<{ editId: string }>(`/adjust/api/change?uId=${U}`, body)
  expect([again.http, again.body.data.editId]).toEqual([200, first.body.data.editId])
  expect(limits.counted).toHaveLength(1)
})

it('an edit that passes the check and then meets another one is refused by the count', async () => {
  limits.told.excessLater = [beyond]
  const before = sent()
  const answer = await commit([set('1', 5, 12)])
  expect([answer.http, answer.body.err?.code]).toEqual([422, 'edit_refused'])
  expect(answer.body.msg).toContain('物品 潮晶 (1)：再给该玩家 7,000')
  expect(sent()).toBe(before)
  const kept = await store.read
    .selectFrom('player_edit')
    .select('id')
    .where('status', '=', 'unknown')
    .execute()
  expect(kept).toEqual([])
})

it('an edit that cannot be counted is not sent', async () => {
  limits.told.isBroken = true
  const before = sent()
  expect((await commit([set('1', 5, 6)])).http).toBe(500)
  expect(sent()).toBe(before)
})

it('[S7.14] a check refuses what a commit refuses for a limit of the day', async () => {
  limits.told.excess = [beyond]
  const { warnings, refused } = await check([set('1', 5, 12), set('2', 9, 3)])
  expect(warnings).toEqual([])
  expect(refused).toMatchObject([{ index: 0, code: 'item_limit', msg: WORDS }])
})

it('an undo gives back what the edit gave, and what it restores is not given', async () => {
  bag = { 1: { id: 1, count: 12 }, 2: { id: 2, count: 3 } }
  const { editId } = (await commit([set('1', 5, 12), set('2', 9, 3)])).body.data
  limits.counted.length = 0
  after = { 1: { id: 1, count: 5 }, 2: { id: 2, count: 9 } }
  const undone = await undo(editId)
  expect(undone.http, undone.raw).toBe(200)
  expect(limits.counted).toEqual([])
  expect(limits.back).toEqual([{ key: `edit:${editId}`, gifts: given(['1', '7']) }])
  // Taking the undo back gives the items again.
  const again = await undo(undone.body.data.editId)
  expect(again.http, again.raw).toBe(200)
  expect(limits.counted).toMatchObject([
    { key: `edit:${again.body.data.editId}`, use: { parts: [given(['1', '7'])] } },
  ])
})

it('gives back of an undo what the game has taken back', async () => {
  bag = { 1: { id: 1, count: 12 }, 2: { id: 2, count: 3 } }
  const { editId } = (await commit([set('1', 5, 12), set('2', 1, 3)])).body.data
  // An undo begins with the last change: that one stays.
  refuses = [0]
  await undo(editId)
  expect(limits.back).toEqual([{ key: `edit:${editId}`, gifts: given(['1', '7']) }])
})

it('[S7.14] the lower of game and console refuses a quantity', async () => {
  const { refused } = await check([set('1', 5, 51), set('2', 5, 21)])
  expect(refused.map(({ index, code }) => [index, code])).toEqual([
    [0, 'over_limit'],
    [1, 'over_limit'],
  ])
  expect((await check([set('1', 5, 50), set('2', 5, 20)])).refused).toEqual([])
})

it('tells approvers what an edit gives is worth, and what its undo gives back', async () => {
  bag = { 1: { id: 1, count: 12 }, 2: { id: 2, count: 3 } }
  const { editId } = (await commit([set('1', 5, 12), set('2', 9, 3), add('3', 4)])).body.data
  expect(weighed).toMatchObject([{ rows: 3, worth: { atLeast: '190', isComplete: true } }])
  after = { 1: { id: 1, count: 5 }, 2: { id: 2, count: 9 } }
  const undone = await undo(editId)
  await undo(undone.body.data.editId)
  expect(weighed.slice(1).map((value) => value.worth.atLeast)).toEqual(['120', '70'])
  weighed.length = 0
  await commit([set('2', 9, 3)])
  expect(weighed).toMatchObject([{ worth: NO_WORTH }])
})
