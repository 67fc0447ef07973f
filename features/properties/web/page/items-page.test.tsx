import type { Language } from '@qd/i18n'
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
import { beforeEach, expect, it } from 'vitest'
import {
  checkGift,
  giftTemplates,
  givenOnDay,
  limitRecords,
  lineItems,
  propertyList,
  removeLimit,
  removeValue,
  saveGift,
  saveLimit,
  saveValue,
  syncItems,
  upperLimitList,
  valueRecords,
} from '../../contract/index.ts'
import type { LineItem } from '../../contract/index.ts'
import ItemsPage from './items-page.tsx'

const anItem = (number: string, name: string, more: Partial<LineItem> = {}): LineItem => ({
  number,
  name,
  type: { code: 'tool', name: '道具' },
  quality: null,
  bind: null,
  stack: null,
  value: null,
  differences: [],
  isGone: false,
  firstSeen: 0,
  lastSeen: 0,
  ...more,
})

const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: '*', environment: '*', codes }] })
const limit = {
  id: 'l1',
  number: '10001',
  kind: 'mail' as const,
  quantity: '50',
  isForOperator: false,
  revision: 3,
  by: 'mei',
  at: 0,
}

const value = {
  id: 'v1',
  number: '2',
  rate: { per: '1000', worth: '1' },
  revision: 4,
  by: 'mei',
  at: 0,
}

function aConsole() {
  return fakeApi(
    [
      fake(lineItems, () => ({
        servers: [
          { sId: 123, serviceName: 'S123', hasAnswered: true, heardAt: 1_790_000_000_000, fault: '' },
          { sId: 124, serviceName: 'S124', hasAnswered: false, heardAt: null, fault: '区服没有响应' },
        ],
        syncedAt: 1_790_000_000_000,
        everyMinutes: 60,
        items: [
          anItem('10001', '灯芯'),
          anItem('10002', '月卡', { differences: [{ sId: 125, kind: 'missing', name: '' }] }),
          anItem('10003', '旧灯', { isGone: true }),
        ],
      })),
      fake(propertyList, () => [
        { number: '10001', name: '灯芯', type: { code: 'tool', name: '道具' } },
        { number: '10002', name: '月卡', type: { code: 'tool', name: '道具' } },
      ]),
      fake(upperLimitList, () => []),
      fake(limitRecords, () => ({ list: [limit], ofGame: [{ number: '10002', quantity: '9' }] })),
      fake(saveLimit, ({ body }) => ({ ...limit, ...body.values })),
      fake(removeLimit, () => null),
      fake(valueRecords, () => ({ list: [value], currencies: ['2', '10002'] })),
      fake(saveValue, ({ body }) => ({ ...value, ...body.values })),
      fake(removeValue, () => null),
      fake(givenOnDay, () => ({
        day: '2026-11-25',
        zone: 'Asia/Shanghai',
        rows: [{ number: '10001', person: '梅', total: '1234567', players: 4, uses: 2 }],
      })),
      fake(giftTemplates, () => ({
        list: [
          {
            id: 't',
            name: '小补偿',
            entries: [{ number: '10001', quantity: '5' }],
            revision: 1,
            by: 'mei',
            at: 0,
          },
        ],
      })),
      fake(saveGift, ({ body }) => ({ id: 'n', ...body.values, revision: 1, by: 'mei', at: 0 })),
      fake(checkGift, () => ({ excess: [] })),
    ],
    { isGuarded: true },
  )
}

async function show(
  user = holding('properties.limits', 'properties.gifts'),
  language: Language = 'cn',
  prepare: (api: ReturnType<typeof aConsole>) => void = () => {},
) {
  const api = aConsole()
  prepare(api)
  const app = await renderWithApp(<ItemsPage />, { user, language, scope: TEST_SCOPE })
  return { ...app, api }
}

beforeEach(showWideScreen)
const rowOf = (text: string) => screen.getByText(text).closest<HTMLElement>('[role="row"]')!

it('[S2.31] lists items with what differs, those that are gone, and servers that kept silent', async () => {
  await show(holding())
  await screen.findByText('灯芯')
  within(rowOf('月卡')).getByText('S125 没有')
  within(rowOf('旧灯')).getByText('已下架')
  screen.getByText(/S124 没有回应/)
})

it('says when the items were read and why a server was silent; the button reads them again', async () => {
  const { user, api } = await show(holding())
  await screen.findByText(/2026.*同步.*每 60 分钟同步一次/)
  screen.getByText('S124: 区服没有响应 从未成功。')
  const later = {
    servers: [{ sId: 123, serviceName: 'S123', hasAnswered: true, heardAt: 1, fault: '' }],
    items: [anItem('10009', '新灯')],
    syncedAt: 1_790_086_400_000,
    everyMinutes: 0,
  }
  api.on(syncItems, () => later)
  api.on(lineItems, () => later)
  await user.click(screen.getByRole('button', { name: '立即同步' }))
  await screen.findByText('新灯')
  screen.getByText(/仅在查看时读取/)
  expect(screen.queryByText(/S124/)).toBeNull()
  expect(api.callsOf(syncItems)).toHaveLength(1)
})

it('finds an item by pinyin and by number', async () => {
  const { user } = await show(holding())
  await screen.findByText('灯芯')
  const search = screen.getByRole('searchbox', { name: '编号、名称或拼音' })
  await user.type(search, 'yueka')
  await waitFor(() => expect(screen.queryByText('灯芯')).toBeNull())
  await screen.findByText('月卡')
  await user.clear(search)
  await user.type(search, '10003')
  await screen.findByText('旧灯')
  await waitFor(() => expect(screen.queryByText('月卡')).toBeNull())
})

it('says why there is nothing, and asks again', async () => {
  const { api, user } = await show(holding())
  api.on(lineItems, () => new FakeFailure(503, 'upstream_down', '区服没有响应'))
  await user.click(screen.getByRole('radio', { name: '数量上限' }))
  await user.click(screen.getByRole('radio', { name: '物品列表' }))
  await screen.findByText('灯芯')
})

it('shows the limits of console and game; only who may changes those of the console', async () => {
  const { user } = await show(holding())
  await user.click(screen.getByRole('radio', { name: '数量上限' }))
  within((await screen.findByText('每封邮件')).closest<HTMLElement>('[role="row"]')!).getByText('控制台')
  within(rowOf('月卡')).getByText('游戏')
  expect(screen.queryByRole('button', { name: /新增上限/ })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: '行操作' })[0]!)
  await screen.findAllByRole('menuitem')
  expect(screen.queryByRole('menuitem', { name: '删除上限' })).toBeNull()
})

it('[S3.02] a new limit is sent as typed', async () => {
  const { user, api } = await show()
  await user.click(screen.getByRole('radio', { name: '数量上限' }))
  await user.click(await screen.findByRole('button', { name: /新增上限/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox', { name: '物品' }), '10002{Enter}')
  await user.type(dialog.getByLabelText(/最大数量/), '20')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(saveLimit).at(-1)?.body).toMatchObject({
    partnerCode: 'northwind',
    lineCode: 'northwind-test',
    values: { number: '10002', kind: 'mail', quantity: '20' },
  })
})

it('sets a limit for all lines of the operator, for those who may there', async () => {
  const { user, api } = await show()
  await user.click(screen.getByRole('radio', { name: '数量上限' }))
  await user.click(await screen.findByRole('button', { name: /新增上限/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox', { name: '物品' }), '10002{Enter}')
  await user.type(dialog.getByLabelText(/最大数量/), '20')
  await user.click(dialog.getByRole('combobox', { name: /适用范围/ }))
  await user.click(await screen.findByTitle('运营商的所有线路'))
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(saveLimit).at(-1)?.body).toMatchObject({
    isForOperator: true,
    values: { number: '10002', quantity: '20' },
  })
})

it('marks limits of the operator, and leaves them to those who may set them on all lines', async () => {
  const ofLine = testUser({
    roles: ['reviewer'],
    grants: [{ scope: 'lantern/northwind/northwind-test', environment: '*', codes: ['properties.limits'] }],
  })
  const { user, api } = await show(ofLine)
  api.on(limitRecords, () => ({ list: [{ ...limit, isForOperator: true }], ofGame: [] }))
  await user.click(screen.getByRole('radio', { name: '数量上限' }))
  const row = (await screen.findByText('每封邮件')).closest<HTMLElement>('[role="row"]')!
  within(row).getByText('运营商')
  await user.click(within(row).getByRole('button'))
  await screen.findAllByRole('menuitem')
  expect(screen.queryByRole('menuitem', { name: '修改上限' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /新增上限/ }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('combobox', { name: /适用范围/ })).toBeNull()
})

it('asks before a limit goes', async () => {
  const { user, api } = await show()
  await user.click(screen.getByRole('radio', { name: '数量上限' }))
  await user.click(
    within((await screen.findByText('每封邮件')).closest<HTMLElement>('[role="row"]')!).getByRole('button'),
  )
  await user.click(await screen.findByRole('menuitem', { name: '删除上限' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/灯芯的上限（每封邮件）/)
  expect(api.callsOf(removeLimit)).toEqual([])
  await user.click(dialog.getByRole('button', { name: '删除上限' }))
  await waitFor(() => expect(api.callsOf(removeLimit).at(-1)?.body).toMatchObject({ id: 'l1', revision: 3 }))
})

it('shows the worth that counts: by the console, else by the game, and currencies without one in words', async () => {
  const items = [
    anItem('2', '钻石', { value: 9 }),
    anItem('10001', '灯芯', { value: 5 }),
    anItem('10002', '月卡'),
    anItem('10003', '旧灯'),
  ]
  const { user } = await show(holding(), 'cn', (api) =>
    api.on(lineItems, () => ({ servers: [], syncedAt: 1, everyMinutes: 60, items })),
  )
  const diamonds = within((await screen.findByText('钻石')).closest<HTMLElement>('[role="row"]')!)
  diamonds.getByText('每 1,000 个折合 1')
  diamonds.getByText('控制台')
  within(rowOf('灯芯')).getByText('5')
  within(rowOf('月卡')).getByText('没有价值')
  expect(within(rowOf('旧灯')).queryByText('没有价值')).toBeNull()
  await user.click(within(rowOf('月卡')).getByRole('button', { name: '行操作' }))
  await screen.findByRole('menuitem', { name: '复制编号' })
  expect(screen.queryByRole('menuitem', { name: '添加价值' })).toBeNull()
})

it('lists values and currencies without one; only who may sets and deletes them', async () => {
  const { user } = await show(holding())
  await user.click(screen.getByRole('radio', { name: '价值' }))
  within((await screen.findByText('每 1,000 个折合 1')).closest<HTMLElement>('[role="row"]')!).getByText(
    'mei',
  )
  within(
    await screen.findByText('月卡').then((cell) => cell.closest<HTMLElement>('[role="row"]')!),
  ).getByText('没有价值')
  expect(screen.queryByRole('button', { name: /添加价值/ })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: '删除价值' })).toBeNull()
})

it('a value is sent as typed with its reason; what is wrong stands at its field and nothing is lost', async () => {
  const { user, api } = await show()
  await user.click(screen.getByRole('radio', { name: '价值' }))
  await user.click(await screen.findByRole('button', { name: /添加价值/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox', { name: '物品' }), '10002{Enter}')
  const per = dialog.getByLabelText(/数量/)
  await user.clear(per)
  await user.type(per, '0')
  await user.type(dialog.getByLabelText(/折合/), '3')
  await user.type(dialog.getByLabelText(/原因/), '工单 7')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(per.getAttribute('aria-invalid')).toBe('true'))
  expect(api.callsOf(saveValue)).toEqual([])
  await user.clear(per)
  await user.type(per, '500')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(saveValue).at(-1)?.body).toMatchObject({
    partnerCode: 'northwind',
    values: { number: '10002', rate: { per: '500', worth: '3' } },
    reason: '工单 7',
  })
})

it('a value is changed as it was seen, and deleted with a reason', async () => {
  const { user, api } = await show()
  await user.click(screen.getByRole('radio', { name: '价值' }))
  const menu = async () => {
    const row = (await screen.findByText('每 1,000 个折合 1')).closest<HTMLElement>('[role="row"]')!
    await user.click(within(row).getByRole('button', { name: '行操作' }))
  }
  await menu()
  await user.click(await screen.findByRole('menuitem', { name: '修改价值' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>(/数量/).value).toBe('1000')
  await user.type(dialog.getByLabelText(/原因/), '工单 8')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(saveValue).at(-1)?.body).toMatchObject({ id: 'v1', revision: 4 })
  await menu()
  await user.click(await screen.findByRole('menuitem', { name: '删除价值' }))
  const asking = within(await screen.findByRole('dialog'))
  await user.type(asking.getByRole('textbox'), '工单 9')
  expect(api.callsOf(removeValue)).toEqual([])
  await user.click(asking.getByRole('button', { name: '删除价值' }))
  await waitFor(() => expect(api.callsOf(removeValue).at(-1)?.body).toMatchObject({ id: 'v1', revision: 4 }))
})

it('says that there are no values, and that nobody knows the currencies', async () => {
  const { user } = await show(undefined, 'cn', (api) =>
    api.on(valueRecords, () => ({ list: [], currencies: null })),
  )
  await user.click(screen.getByRole('radio', { name: '价值' }))
  await screen.findByText('还没有价值')
  screen.getByText(/读不到数据定义/)
  expect(screen.getAllByRole('button', { name: /添加价值/ })).not.toEqual([])
})

it('says why values are not there, and asks again', async () => {
  const { user, api } = await show(undefined, 'cn', (before) =>
    before.on(valueRecords, () => new FakeFailure(422, 'upstream_refused', '这里暂时不行')),
  )
  await user.click(screen.getByRole('radio', { name: '价值' }))
  await screen.findByText('这里暂时不行')
  api.on(valueRecords, () => ({ list: [value], currencies: [] }))
  await user.click(screen.getByRole('button', { name: /重\s?试/ }))
  await screen.findByText('每 1,000 个折合 1')
})

it('shows what was given on a day, and by whom', async () => {
  const { user } = await show(holding())
  await user.click(screen.getByRole('radio', { name: '已发放' }))
  await screen.findByText('梅')
  screen.getByText('1,234,567')
})

it('[S3.07] keeps a gift under a name, and says what is wrong with it', async () => {
  const { user, api } = await show()
  await user.click(screen.getByRole('radio', { name: '礼包模板' }))
  await screen.findByText('×5')
  await user.click(screen.getByRole('button', { name: /新增礼包/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/名称/), '大补偿')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await dialog.findByText('请至少填写一项，并改正标出的内容')
  await user.type(dialog.getByRole('combobox', { name: '第 1 项的物品' }), '10001{Enter}')
  await user.type(dialog.getByRole('textbox', { name: '第 1 项的数量' }), '60')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(saveGift).at(-1)?.body).toMatchObject({
    values: { name: '大补偿', entries: [{ number: '10001', quantity: '60' }] },
  })
})

it('reads in English', async () => {
  await show(holding(), 'en')
  await screen.findByRole('radio', { name: 'Upper limits' })
  await screen.findByText(/S124 did not answer/)
})
