import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { checkChanges, commitChanges, getData, tipProtocol } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { commitReply, fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData } from '../testing/sample-player.ts'

const READ_ONLY = testUser({
  roles: [],
  grants: [{ scope: '*', environment: '*', codes: ['index.data.read'] }],
})

const EDITOR = testUser({
  roles: [],
  grants: [{ scope: '*', environment: '*', codes: ['index.data.read', 'index.data.edit'] }],
})

/** jsdom measures nothing, and a list of no height draws no rows. */
function giveSizes(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
}

const PRODUCTION_SCOPE = {
  ...TEST_SCOPE,
  lines: [{ lineId: 'northwind-test', lineCode: 'live', name: '正式线', environment: 'production' as const }],
}

let api: FakeApi

async function openPlayer(options: AppOptions = {}) {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, ...options })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}

const cell = (row: number, column: number): HTMLElement =>
  within(screen.getByRole('grid')).getAllByRole('row')[row]!.querySelectorAll<HTMLElement>('[role=gridcell]')[
    column
  ]!

async function openBag(options: AppOptions = {}) {
  const user = await openPlayer(options)
  await user.click(screen.getByRole('button', { name: /背包/ }))
  await screen.findByRole('grid', { name: '背包' })
  return user
}

/** Edits the count of the first row by double click. */
async function setCount(user: Awaited<ReturnType<typeof openBag>>, count: string) {
  await user.dblClick(cell(1, 3).firstElementChild!)
  const input = within(cell(1, 3)).getByRole('textbox')
  await user.clear(input)
  await user.type(input, `${count}{Enter}`)
}

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  api = fakeApi(fakePlayer())
  showWideScreen()
  giveSizes()
})

describe('editing in the grid', () => {
  it('[ED.40] a typed value is pending with its old value and its difference', async () => {
    const user = await openBag()
    await setCount(user, '680')
    const pending = within(screen.getByRole('list', { name: '待提交' }))
    expect(pending.getByText('bag[10007].count')).toBeTruthy()
    expect(pending.getByText('潮汐晶石')).toBeTruthy()
    expect(pending.getByText('680')).toBeTruthy()
    expect(pending.getByText('+200')).toBeTruthy()
    expect(screen.getByRole('button', { name: /提交 1 项/ })).toBeTruthy()
  })

  it('[ED.41] Esc leaves the value, Ctrl+Z takes an edit back and Ctrl+Shift+Z brings it again', async () => {
    const user = await openBag()
    await user.dblClick(cell(1, 3).firstElementChild!)
    await user.type(within(cell(1, 3)).getByRole('textbox'), '9{Escape}')
    expect(screen.queryByText('bag[10007].count')).toBeNull()
    await setCount(user, '680')
    await user.keyboard('{Control>}z{/Control}')
    expect(screen.queryByText('bag[10007].count')).toBeNull()
    await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}')
    expect(screen.getByText('bag[10007].count')).toBeTruthy()
  })

  it('[ED.42] typing a digit on the cursor starts the edit with it', async () => {
    const user = await openBag()
    await user.click(cell(1, 3).firstElementChild!)
    screen.getByRole('grid').focus()
    await user.keyboard('7{Enter}')
    expect(within(screen.getByRole('list', { name: '待提交' })).getByText('-473')).toBeTruthy()
  })

  it.each([
    ['99999', '不能大于 9,999'],
    ['5001', '超过线路上限 5,000'],
  ])('[ED.43] %s is refused before anything is sent: %s', async (count, fault) => {
    const user = await openBag()
    await setCount(user, count)
    expect(screen.getByText(fault)).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: '原因' }), 'x')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(api.callsOf(commitChanges)).toEqual([])
  })

  it('a new row`s key is chosen from items told with kind and limit, as in every other list of them', async () => {
    const user = await openBag({ user: EDITOR })
    await user.click(screen.getByRole('button', { name: '添加' }))
    expect(await screen.findByText(/^选择要添加的物品/)).toBeTruthy()
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('combobox', { name: /itemId/ }), '材料')
    expect(await screen.findByText('材料 ≤ 5000')).toBeTruthy()
  })

  it('[ED.44] a removed row is struck through and can be brought back', async () => {
    const user = await openBag()
    await user.click(screen.getByRole('button', { name: '删除行 10007' }))
    expect(cell(1, 1).getAttribute('data-state')).toBe('removed')
    await user.click(screen.getByRole('button', { name: '恢复行 10007' }))
    expect(screen.queryByText('bag[10007]')).toBeNull()
  })
})

describe('the form', () => {
  it('[ED.45] shows an int64 complete and marks a sensitive field', async () => {
    const user = await openPlayer()
    await user.click(screen.getByRole('button', { name: /货币/ }))
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: '钻石 diamond' })
    expect(input.value).toBe('9007199254740993')
    await user.clear(input)
    await user.type(input, '9007199254740994{Enter}')
    expect(within(screen.getByRole('list', { name: '待提交' })).getByText('敏感')).toBeTruthy()
  })

  it('[ED.46] adds and removes elements of a list', async () => {
    const user = await openPlayer()
    await user.click(screen.getByRole('button', { name: /添加元素/ }))
    expect(screen.getByText('role.tags[1]')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '删除元素 1' }))
    expect(screen.queryByText('role.tags[1]')).toBeNull()
  })

  it('[ED.47] without data.edit everything is shown and nothing can be changed', async () => {
    await openPlayer({ user: READ_ONLY })
    expect(screen.queryByRole('textbox', { name: '等级 level' })).toBeNull()
    expect(screen.getByRole('heading', { name: /岚夜听潮/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /提交/ })).toBeNull()
  })

  it('[ED.47] without data.edit.sensitive a sensitive change is refused here', async () => {
    const editor = testUser({
      roles: [],
      grants: [{ scope: '*', environment: '*', codes: ['index.data.read', 'index.data.edit'] }],
    })
    const user = await openPlayer({ user: editor })
    await user.click(screen.getByRole('button', { name: /货币/ }))
    expect(screen.queryByRole('textbox', { name: '钻石 diamond' })).toBeNull()
    // A file or a draft of somebody else may still hold one.
    const change = { diff: 'Currency', path: ['diamond'], op: 'set' as const, value: '5' }
    act(() => draftActions.edit(PLAYER, [change]))
    expect(
      screen.getAllByText('敏感字段，需要权限：修改敏感字段（货币、订单、等级）').length,
    ).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: '检查' })).toHaveProperty('disabled', true)
  })
})

describe('checking and committing', () => {
  it('check shows what the server would do and what it refuses', async () => {
    api.on(checkChanges, () => ({
      actions: [{ text: '增加 潮汐晶石 ×200', code: 'add' }],
      warnings: [{ text: '数量偏大', code: 'big' }],
      refused: [{ index: 0, status: 422, code: '2004', msg: '背包已满' }],
      risk: 'R2' as const,
    }))
    const user = await openBag()
    await setCount(user, '680')
    await user.click(screen.getByRole('button', { name: /^检\s?查$/ }))
    expect(await screen.findByText('增加 潮汐晶石 ×200')).toBeTruthy()
    expect(screen.getByText('数量偏大')).toBeTruthy()
    expect(screen.getByText('背包已满')).toBeTruthy()
  })

  it('commit sends changes, reason and key, and empties what was applied', async () => {
    const user = await openBag()
    await setCount(user, '680')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(api.callsOf(commitChanges), 'a reason is required').toEqual([])
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    api.on(getData, () => ({ version: 'v2', online: true, data: playerData(680) }))
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(await screen.findByText('已生效 1 项')).toBeTruthy()
    const [sent] = api.callsOf(commitChanges)
    expect(sent?.query).toEqual({ uId: U_ID })
    expect(sent?.body).toMatchObject({
      version: 'v1',
      reason: '补偿',
      onlinePolicy: 'live',
      changes: [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680, old: 480 }],
    })
    expect(screen.getByRole('button', { name: /提交 0 项/ }).hasAttribute('disabled')).toBe(true)
  })

  it('[ED.50] a partly refused commit keeps the refused change and says why', async () => {
    api.on(commitChanges, ({ body }) => ({
      ...commitReply(body.changes),
      c: [],
      results: [{ index: 0, status: 422, code: '2004', msg: '背包已满' }],
    }))
    const user = await openBag()
    await setCount(user, '680')
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    const result = within(await screen.findByRole('region', { name: '提交结果' }))
    expect(result.getByText('背包已满')).toBeTruthy()
    const pending = within(screen.getByRole('list', { name: '待提交' }))
    expect(pending.getByText('背包已满')).toBeTruthy()
    expect(pending.getByText('bag[10007].count')).toBeTruthy()
  })

  it('[ED.50] a commit that is refused whole says why at each change', async () => {
    const refused = [{ index: 0, status: 422, code: '2004', msg: '背包已满' }]
    const err = { code: 'edit_refused', retryable: false, details: { refused } }
    api.on(commitChanges, () => new FakeFailure(422, 'edit_refused', '修改被拒绝', { err }))
    const user = await openBag()
    await setCount(user, '680')
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(await screen.findByText('提交修改:请求失败:修改被拒绝')).toBeTruthy()
    expect(screen.getByText('背包已满')).toBeTruthy()
  })

  it('[ED.51] production asks for the uId typed exactly', async () => {
    let asked = 0
    api.on(commitChanges, ({ body }) => {
      asked += 1
      if (body.confirm === U_ID) return commitReply(body.changes)
      const err = { code: 'confirm_required', retryable: false, details: { risk: 'R3', expected: U_ID } }
      return new FakeFailure(428, 'confirm_required', '需要确认', { err })
    })
    const user = await openBag()
    await setCount(user, '680')
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), '3012300004')
    expect(dialog.getByRole('button', { name: /提交/ }).hasAttribute('disabled')).toBe(true)
    await user.type(dialog.getByRole('textbox'), '5')
    await user.click(dialog.getByRole('button', { name: /提交/ }))
    expect(await screen.findByText('已生效 1 项')).toBeTruthy()
    expect(asked).toBe(2)
  })

  it('[ED.51] a sensitive change in production asks before it sends, so nothing is refused', async () => {
    const user = await openPlayer({ scope: PRODUCTION_SCOPE })
    await user.click(screen.getByRole('button', { name: /货币/ }))
    const diamonds = await screen.findByRole('textbox', { name: /diamond/ })
    await user.clear(diamonds)
    await user.type(diamonds, '5{Enter}')
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(api.callsOf(commitChanges)).toEqual([])
    await user.type(dialog.getByRole('textbox'), U_ID)
    await user.click(dialog.getByRole('button', { name: /提交/ }))
    expect(await screen.findByText('已生效 1 项')).toBeTruthy()
    expect(api.callsOf(commitChanges)).toMatchObject([{ body: { confirm: U_ID } }])
  })

  it('[ED.52] a conflict shows loaded, current and mine, and keeps what is chosen', async () => {
    let isFirst = true
    api.on(commitChanges, ({ body }) => {
      if (!isFirst) return commitReply(body.changes)
      isFirst = false
      api.on(getData, () => ({ version: 'v2', online: true, data: playerData(500) }))
      const details = { version: 'v2', conflicts: [{ index: 0, loaded: 480, current: 500, mine: 680 }] }
      const err = { code: 'edit_conflict', retryable: false, details }
      return new FakeFailure(409, 'edit_conflict', '数据已被改动', { err })
    })
    const user = await openBag()
    await setCount(user, '680')
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    const dialog = within(await screen.findByRole('dialog'))
    for (const value of ['480', '500', '680']) expect(dialog.getByText(value)).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '用我的' }))
    await user.click(dialog.getByRole('button', { name: '应用选择' }))
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    await waitFor(() => expect(api.callsOf(commitChanges)).toHaveLength(2))
    expect(api.callsOf(commitChanges)[1]?.body).toMatchObject({
      changes: [{ value: 680, old: 500 }],
      version: 'v2',
    })
  })

  it('[ED.53] after a lost answer the same request goes again under the same key', async () => {
    let isFirst = true
    api.on(commitChanges, ({ body }) => {
      if (!isFirst) return { ...commitReply(body.changes), replayed: true }
      isFirst = false
      return new FakeFailure(504, 'edit_unknown', '服务器没有答复')
    })
    const user = await openBag()
    await setCount(user, '680')
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(await screen.findByText(/结果未知/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(await screen.findByText(/没有重复执行/)).toBeTruthy()
    const keys = api
      .callsOf(commitChanges)
      .map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('panels', () => {
  it('[ED.95] are sized by keyboard within their limits and remember it', async () => {
    const user = await openPlayer()
    const splitter = screen.getByRole('separator', { name: '模块' })
    const before = Number(splitter.getAttribute('aria-valuenow'))
    splitter.focus()
    await user.keyboard('{ArrowRight}')
    expect(Number(splitter.getAttribute('aria-valuenow'))).toBe(before + 16)
    expect(localStorage.getItem('qd.editor-panels')).toContain(String(before + 16))
    await user.keyboard('{ArrowLeft>20/}')
    expect(Number(splitter.getAttribute('aria-valuenow'))).toBe(180)
  })
})

describe('faces', () => {
  it('without data.read it names the permission that is missing', async () => {
    const user = testUser({ roles: [], grants: [] })
    await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user })
    expect(await screen.findByText(/查看玩家数据/)).toBeTruthy()
  })

  it.each([
    [503, 'upstream_down', '区服已停止或无法连接'],
    [504, 'upstream_timeout', '区服未及时响应'],
  ])('[ED.60] %i %s says so and offers a retry', async (status, code, title) => {
    api.on(getData, () => new FakeFailure(status, code))
    await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
    expect(await screen.findByText(title)).toBeTruthy()
    api.on(getData, () => ({ version: 'v1', online: false, data: playerData() }))
    screen.getByRole('button', { name: /重\s?试/ }).click()
    expect(await screen.findByRole('region', { name: /^玩家/ })).toBeTruthy()
  })

  it('[ED.60] a definition that cannot be used is refused with its reason', async () => {
    api.on(tipProtocol, ({ query }) =>
      Response.json({
        status: 0,
        msg: '',
        requestId: 'r',
        data: {
          md5: 'x',
          ...(query.protocolJson ? { protocol: { diffInfos: { Broken: 5 }, protocols: [] } } : {}),
        },
      }),
    )
    await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
    expect(await screen.findByText('区服的协议无法使用')).toBeTruthy()
  })

  it('without a database the page says so and works', async () => {
    await openPlayer()
    expect(await screen.findByText('协议缓存 数据加载失败')).toBeTruthy()
  })

  it('uId 0 is a face, not a call', async () => {
    await renderWithApp(<PlayerPage uId="0" />, { scope: TEST_SCOPE })
    expect(screen.getByText('找不到这个玩家')).toBeTruthy()
    expect(api.callsOf(getData)).toEqual([])
  })
})
