import { webFeature as dataEdit } from '@qd/data-edit/web'
import { getData, tipProtocol } from '@qd/data-edit/contract'
import { webFeature as functions } from '@qd/custom-function/web'
import { functionList } from '@qd/custom-function/contract'
import { propertyList } from '@qd/properties/contract'
import { lookup, playerSearch } from '@qd/scope/contract'
import { webFeature as scope } from '@qd/scope/web'
import { useScope } from '@qd/web-calls'
import { Slot } from '@qd/web-frame'
import {
  FakeFailure,
  TEST_SCOPE,
  fake,
  fakeApi,
  renderWithApp,
  showWideScreen,
  testUser,
} from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Palette from './palette.tsx'
import { useRecent } from './recent.ts'

const U_ID = '30123000045'
const field = (fieldName: string, name: string, more: { dataProvider?: string } = {}) => ({
  fieldName,
  name,
  type: 'int',
  comment: '',
  ...more,
})
const module = (name: string, comment: string, key: string, fields: ReturnType<typeof field>[]) => ({
  name,
  comment,
  key,
  netKey: name.toLowerCase(),
  names: {},
  fields,
})
const protocol = {
  diffInfos: {
    Role: module('Role', '角色', '', [field('level', '等级')]),
    Wallet: module('Wallet', '货币', '', [field('diamond', '钻石'), field('diamondSpent', '钻石消耗')]),
    Bag: module('Bag', '背包', 'itemId', [
      field('itemId', '物品', { dataProvider: 'gameProp' }),
      field('count', '数量'),
    ]),
  },
  protocols: [],
}
const data = {
  role: { level: 7 },
  wallet: { diamond: 5, diamondSpent: 1 },
  bag: { 10007: { itemId: 10007, count: 480 }, 10020: { itemId: 10020, count: 2 } },
}

const healing = {
  source: 'server' as const,
  version: '1',
  group: '英雄',
  comment: '',
  target: 'player' as const,
  parameters: [],
  risk: 'R2' as const,
  hasDryRun: false,
  needsDryRun: false,
  result: null,
  mayManage: false,
  override: null,
  effects: null,
  saidEffects: null,
  composed: null,
}

function world() {
  const type = { code: '1', name: '材料' }
  const found = { level: 9, online: false, sId: 124, serviceName: '琥珀礁', lineId: 'northwind-test' }
  return fakeApi(
    [
      fake(lookup, () => ({
        id: U_ID,
        sId: 123,
        name: '岚夜听潮',
        level: 72,
        online: true,
        channel: '',
        game: 'lantern',
        partnerCode: 'northwind',
        lineId: 'northwind-test',
      })),
      fake(tipProtocol, ({ query }) => ({ md5: 'a1', ...(query.protocolJson ? { protocol } : {}) })),
      fake(getData, () => ({ version: 'v1', online: false, data })),
      fake(propertyList, () => [
        { number: '10007', name: '潮汐晶石', type },
        { number: '10099', name: '星砂', type },
      ]),
      fake(playerSearch, () => ({
        players: [
          { ...found, uId: '30124000001', name: '潮生', game: 'lantern', matchedBy: 'account' as const },
        ],
        hasMore: false,
        unanswered: [],
        unusable: [],
      })),
      fake(functionList, () => ({
        serverState: 'ok' as const,
        serverMsg: '',
        refused: [],
        list: [
          { ...healing, id: 'heal_hero', title: '治疗英雄', mayRun: true, whyNot: null },
          { ...healing, id: 'wipe_hero', title: '重置英雄', mayRun: false, whyNot: 'risk' as const },
        ],
        mayManage: false,
        mayRunMany: false,
      })),
    ],
    { isGuarded: true },
  )
}

const holdingAt = (scope: string, ...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope, environment: '*', codes }] })
const holding = (...codes: string[]) => holdingAt('lantern', ...codes)
const operator = holding('index.player.read', 'index.data.read', 'index.data.edit', 'dataModify.function.run')

async function open(user = operator) {
  showWideScreen()
  const api = world()
  const page = (
    <>
      <Slot name="playerPage" values={{ uId: U_ID, game: 'lantern' }} />
      <Palette onClose={() => {}} />
    </>
  )
  const app = await renderWithApp(page, {
    features: [dataEdit, functions, scope],
    user,
    scope: TEST_SCOPE,
    path: `/index/${U_ID}?uId=${U_ID}&game=lantern`,
  })
  await screen.findByRole('region', { name: /^玩家/ })
  return { ...app, api }
}
const box = () => screen.getByRole('combobox', { name: /搜索/ })
const options = () => within(screen.getByRole('listbox')).queryAllByRole('option')
const texts = () => options().map((option) => option.textContent)
const heads = () =>
  [...screen.getByRole('listbox').querySelectorAll('[class*="head"]')].map((head) => head.textContent)
async function type(user: Awaited<ReturnType<typeof open>>['user'], text: string) {
  await user.clear(box())
  await user.type(box(), text)
}

beforeEach(() => {
  useRecent.setState({ ids: [] })
  window.location.hash = '#/index'
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: /min-width/.test(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

describe('what features add to the palette', () => {
  it.each(['diam', '钻石', 'zuanshi', 'zs'])(
    'the field 钻石 is found by %s, before the longer one',
    async (text) => {
      const { user } = await open()
      await type(user, `#${text}`)
      await waitFor(() =>
        expect(texts().slice(0, 2)).toEqual(['钻石货币 · diamond', '钻石消耗货币 · diamondSpent']),
      )
    },
  )

  it('a field leads the editor to it', async () => {
    const { user } = await open()
    await type(user, '#数量')
    await waitFor(() => expect(texts()[0]).toBe('数量背包 · count'))
    await user.keyboard('{Enter}')
    const modules = screen.getByRole('region', { name: '模块' })
    await waitFor(() =>
      expect(within(modules).getByRole('button', { current: true }).getAttribute('data-module')).toBe('Bag'),
    )
    const cell = await screen.findByRole('gridcell', { name: /480/ })
    expect(cell.getAttribute('aria-selected')).toBe('true')
  })

  it('an item leads to the row of it, and one the player has not is told apart', async () => {
    const { user } = await open()
    await type(user, '$')
    await waitFor(() => expect(texts()).toEqual(['潮汐晶石背包 · 10007', '星砂材料 · 10099']))
    await type(user, '$cxjs')
    await waitFor(() => expect(texts()).toEqual(['潮汐晶石背包 · 10007']))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('row', { name: /480/, selected: true })).toBeTruthy()
  })

  it('an item of another game than the player`s leads to no row of theirs', async () => {
    const { user } = await open(holdingAt('*', 'index.player.read', 'index.data.read'))
    useScope.setState({ game: 'harbour', partnerCode: 'harbour', lineId: 'harbour-dev' })
    await type(user, '$cxjs')
    await waitFor(() => expect(texts()).toEqual(['潮汐晶石材料 · 10007']))
  })

  it('a group that could not be asked says why, and the others stay', async () => {
    const { user, api } = await open()
    api.on(playerSearch, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))
    await type(user, '潮汐')
    await screen.findByText('数据库不可用')
    await waitFor(() => expect(texts()).toContain('潮汐晶石背包 · 10007'))
  })

  it('players are found by what only the server knows, with its prefix alone', async () => {
    const { user } = await open()
    await type(user, '@taptap77')
    await waitFor(() => expect(texts()[0]).toBe('潮生30124000001 · S124 琥珀礁 · 账号匹配'))
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(window.location.hash).toContain('/index/30124000001?uId=30124000001&game=lantern'),
    )
  })

  it('functions stand among the commands, and lead to their form for the player in view', async () => {
    const { user } = await open()
    await type(user, '>英雄')
    // The one that is not theirs to run is not there.
    await waitFor(() => expect(texts()).toEqual(['治疗英雄英雄 · heal_hero']))
    await type(user, '>zlyx')
    expect(texts()).toEqual(['治疗英雄英雄 · heal_hero'])
    expect(heads()).toEqual(['自定义功能'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.hash).toContain('/dataModify/30123000045?'))
    expect(window.location.hash).toContain('fn=server%3Aheal_hero')
  })

  it('nothing of a long list stands there before something is typed, and chips type the prefixes', async () => {
    const { user } = await open()
    await waitFor(() => expect(options().length).toBeGreaterThan(0))
    expect(texts().join()).not.toContain('diamond')
    await user.click(screen.getByRole('button', { name: '# 字段与模块' }))
    await waitFor(() => expect(texts().join()).toContain('diamond'))
    expect(document.activeElement).toBe(box())
    await user.click(screen.getByRole('button', { name: '# 字段与模块' }))
    expect(box()).toHaveProperty('value', '')
  })

  it('[S6.03] who may not run functions is offered none, and they are not asked for', async () => {
    const { user, api } = await open(holding('index.data.read', 'index.player.read'))
    await type(user, '>zlyx')
    expect(texts()).toEqual([])
    expect(api.callsOf(functionList)).toEqual([])
  })
})
