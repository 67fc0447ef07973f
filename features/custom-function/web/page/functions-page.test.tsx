import { TEST_SCOPE, FakeFailure, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { forgetKept } from '@qd/web-frame'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  dryRunFunction,
  functionList,
  functionRuns,
  runFunctionNow,
  runFunctionOnList,
} from '../../contract/index.ts'
import { fakeFunctions } from '../testing/fake-functions.ts'
import { U_ID, addItem, listOf, planOf, welcome } from '../testing/sample-functions.ts'
import FunctionsPage from './functions-page.tsx'

let api: FakeApi

/** Who holds just these rights, at one operator. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const runner = holding('dataModify.function.run', 'index.player.read')
const lister = holding('dataModify.function.run', 'dataModify.function.job', 'index.player.read')

/** jsdom knows no media queries: the wide layout is asked for. */
function showWide(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  )
}

beforeEach(() => {
  forgetKept()
  api = fakeApi(fakeFunctions(), { isGuarded: true })
  showWide()
})

async function openPage(path: string, options: AppOptions = {}) {
  return renderWithApp(
    <Routes>
      <Route path="/dataModify/:uId?" element={<FunctionsPage />} />
    </Routes>,
    { scope: TEST_SCOPE, user: runner, ...options, path },
  )
}

async function openFor(title: string, path = `/dataModify/${U_ID}`, options: AppOptions = {}) {
  const { user } = await openPage(path, options)
  await screen.findByRole('region', { name: /^功能/ })
  await user.click(inList().getByRole('button', { name: new RegExp(title) }))
  return user
}

const box = (name: string) => screen.getByRole('textbox', { name })
const inList = () => within(screen.getByRole('region', { name: /^功能/ }))
const press = (name: RegExp) => screen.getByRole('button', { name })

describe('finding a function', () => {
  it('[S2.07] lists functions by group and says which need a player', async () => {
    await openPage('/dataModify')
    expect(await screen.findByRole('region', { name: '背包' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '背包' })).getByLabelText('需要玩家')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '区服' })).queryByLabelText('需要玩家')).toBeNull()
  })

  it('[S2.07] is searched by title, name and comment', async () => {
    const { user } = await openPage('/dataModify')
    await user.type(await screen.findByRole('searchbox', { name: '搜索功能' }), 'add_item')
    await waitFor(() => expect(inList().queryByRole('button', { name: /在线人数/ })).toBeNull())
    expect(inList().getByRole('button', { name: /发放道具/ })).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: '搜索功能' }), 'zzz')
    await user.click(await screen.findByRole('button', { name: '清除搜索' }))
    expect(await inList().findByRole('button', { name: /在线人数/ })).toBeTruthy()
  })

  it('keeps favourites above the groups', async () => {
    const user = await openFor('发放道具')
    await user.click(screen.getByRole('button', { name: '收藏此功能' }))
    const favourites = await screen.findByRole('region', { name: '收藏' })
    expect(within(favourites).getByText('发放道具')).toBeTruthy()
  })

  it('says that the game server offers none, and shows those of the console', async () => {
    api.on(functionList, () => listOf([welcome], { serverState: 'none' }))
    await openPage('/dataModify')
    expect(await screen.findByText('游戏服务器不提供功能')).toBeTruthy()
    expect(inList().getByRole('button', { name: /新手补偿/ })).toBeTruthy()
  })

  it('says why the functions of the game server are not there, and asks again', async () => {
    api.on(functionList, () => listOf([], { serverState: 'offline', serverMsg: '连接超时' }))
    const { user } = await openPage('/dataModify')
    expect(await screen.findByText(/连接超时/)).toBeTruthy()
    api.on(functionList, () => listOf([addItem]))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await inList().findByRole('button', { name: /发放道具/ })).toBeTruthy()
  })

  it('names declarations that were refused', async () => {
    api.on(functionList, () => listOf([addItem], { refused: [{ name: 'bad_one', reason: '类型未知' }] }))
    const { user } = await openPage('/dataModify')
    await user.click(await screen.findByRole('button', { name: /1 个功能的声明有误/ }))
    expect(screen.getByText('bad_one')).toBeTruthy()
  })

  it('says that a function in the address is gone', async () => {
    await openPage('/dataModify?fn=server:old_one')
    expect(await screen.findByText('此功能已不可用')).toBeTruthy()
  })

  it('[S6.05] who may not find players runs what needs none, and is told which right the others want', async () => {
    const user = holding('dataModify.function.run')
    const { unmount } = await openPage('/dataModify', { user, language: 'it' })
    expect(await screen.findByRole('button', { name: /在线人数/ })).toBeTruthy()
    unmount()
    await openPage(`/dataModify/${U_ID}`, { user, language: 'it' })
    expect(await screen.findByText(/“Cercare e aprire giocatori”/)).toBeTruthy()
  })

  it('shows who lacks the permission which one it is', async () => {
    api.on(functionList, () => new FakeFailure(403, 'forbidden', '您无权使用'))
    await openPage('/dataModify')
    expect(await screen.findByText('您无权使用')).toBeTruthy()
  })
})

describe('parameters', () => {
  it('start with the defaults, and say what is missing and out of range', async () => {
    const user = await openFor('发放道具')
    expect((box('数量 count') as HTMLInputElement).value).toBe('10')
    expect(screen.getByText('必填')).toBeTruthy()
    await user.clear(box('数量 count'))
    await user.type(box('数量 count'), '1000{Enter}')
    expect(await screen.findByText('不能大于 999')).toBeTruthy()
    await user.click(press(/^试运行$/))
    expect(api.callsOf(dryRunFunction)).toEqual([])
  })

  it('[S3.01][S3.02] items are offered type by type, each with the most one action may give', async () => {
    const [item, ...rest] = addItem.parameters
    const offering = { ...addItem, parameters: [{ ...item!, dataProvider: 'gameProp' }, ...rest] }
    api.on(functionList, () => listOf([offering]))
    const user = await openFor('发放道具')
    const combobox = await screen.findByRole('combobox', { name: '道具 itemId' })
    await user.click(combobox)
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        '10007潮汐晶石材料 ≤ 5000',
        '10008海盐材料',
        '20001旧船票凭证',
      ]),
    )
    await user.type(combobox, '凭证')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  })

  it('a player function without a player says so and cannot be tried', async () => {
    await openFor('发放道具', '/dataModify')
    expect(screen.getByText(/尚未选择玩家/)).toBeTruthy()
    expect(press(/^试运行$/).hasAttribute('disabled')).toBe(true)
  })

  it('what was typed for one function is still there after looking at another', async () => {
    const user = await openFor('发放道具')
    await user.type(box('道具 itemId'), '10007{Enter}')
    await user.click(screen.getByRole('button', { name: /在线人数/ }))
    await user.click(screen.getByRole('button', { name: /发放道具/ }))
    expect((box('道具 itemId') as HTMLInputElement).value.replaceAll(',', '')).toBe('10007')
  })
})

async function fillAndTry() {
  const user = await openFor('发放道具')
  await user.type(box('道具 itemId'), '10007{Enter}')
  await user.click(press(/^试运行$/))
  await screen.findByText('增加 潮汐晶石 ×10')
  return user
}

describe('trying and running', () => {
  it('a dry run shows actions and differences and sends what was typed', async () => {
    await fillAndTry()
    const [sent] = api.callsOf(dryRunFunction)
    expect(sent?.query).toMatchObject({ uId: U_ID, sId: '123' })
    expect(sent?.body).toEqual({
      function: { source: 'server', id: 'add_item', version: 'a1b2c3' },
      params: { itemId: 10007, count: 10 },
    })
    expect(screen.getByText('Bag[10007].count')).toBeTruthy()
    expect(screen.getByText('490')).toBeTruthy()
  })

  it('runs with dry run, reason and key, and shows the result of each step', async () => {
    const user = await fillAndTry()
    await user.click(press(/^执\s?行$/))
    expect(api.callsOf(runFunctionNow), 'a reason is required').toEqual([])
    await user.type(box('原因'), '补偿')
    await user.click(press(/^执\s?行$/))
    expect(await screen.findByText('已发放 10 个')).toBeTruthy()
    expect(api.callsOf(runFunctionNow)[0]?.body).toMatchObject({ dryRunId: 'd1', reason: '补偿' })
    expect(await screen.findByRole('region', { name: '最近执行' })).toBeTruthy()
  })

  it('[S9.02] offers the parameters of the last runs again', async () => {
    const user = await fillAndTry()
    await user.type(box('原因'), '补偿')
    await user.click(press(/^执\s?行$/))
    await screen.findByText('已发放 10 个')
    await user.clear(box('数量 count'))
    await user.type(box('数量 count'), '5{Enter}')
    await user.click(await screen.findByRole('button', { name: '10007 · 10' }))
    expect((box('数量 count') as HTMLInputElement).value).toBe('10')
  })

  it('a changed parameter makes the dry run stale, and running asks for a new one', async () => {
    const user = await fillAndTry()
    await user.type(box('原因'), '补偿')
    await user.clear(box('数量 count'))
    await user.type(box('数量 count'), '5{Enter}')
    expect(await screen.findByText(/请重新试运行/)).toBeTruthy()
    await user.click(press(/^执\s?行$/))
    expect(api.callsOf(runFunctionNow)).toEqual([])
  })

  it('ctrl + Enter runs, from a field that is being typed in too', async () => {
    const user = await openFor('在线人数', '/dataModify')
    await user.type(box('原因'), '查看{Control>}{Enter}{/Control}')
    await waitFor(() => expect(api.callsOf(runFunctionNow)).toHaveLength(1))
    expect(api.callsOf(runFunctionNow)[0]?.query).not.toHaveProperty('uId')
  })

  it('what the server says of a parameter stands at it', async () => {
    api.on(
      dryRunFunction,
      () =>
        new FakeFailure(422, 'parameters_invalid', '参数有误', {
          err: {
            code: 'parameters_invalid',
            retryable: false,
            details: { faults: [{ path: 'params.itemId', code: 'x', msg: '没有这个道具' }] },
          },
        }),
    )
    const user = await openFor('发放道具')
    await user.type(box('道具 itemId'), '7{Enter}')
    await user.click(press(/^试运行$/))
    expect(await screen.findByText('没有这个道具')).toBeTruthy()
  })

  it('an unknown outcome is asked for again under the same key', async () => {
    api.on(runFunctionNow, () => ({
      runId: 'r1',
      status: 'unknown' as const,
      replayed: false,
      steps: [{ step: 0, kind: 'command' as const, title: '发放道具', status: 'unknown' as const }],
    }))
    const user = await fillAndTry()
    await user.type(box('原因'), '补偿')
    await user.click(press(/^执\s?行$/))
    await screen.findByText(/可能已执行/)
    await user.click(await screen.findByRole('button', { name: /再次查询结果/ }))
    await waitFor(() => expect(api.callsOf(runFunctionNow)).toHaveLength(2))
    const keys = api
      .callsOf(runFunctionNow)
      .map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
    expect(keys[0]).toBe(keys[1])
  })

  it('asks for the typed name before a risky run in production', async () => {
    api.on(functionList, () => listOf([{ ...addItem, risk: 'R3' }]))
    api.on(dryRunFunction, () => planOf({ risk: 'R3' }))
    const lines = [
      { lineId: 'northwind-test', lineCode: 'live', name: '正式', environment: 'production' as const },
    ]
    const user = await openFor('发放道具', `/dataModify/${U_ID}`, { scope: { ...TEST_SCOPE, lines } })
    await user.type(box('道具 itemId'), '10007{Enter}')
    await user.click(press(/^试运行$/))
    await screen.findByText('增加 潮汐晶石 ×10')
    await user.type(box('原因'), '补偿')
    await user.click(press(/^执\s?行$/))
    const dialog = within(await screen.findByRole('dialog'))
    expect(api.callsOf(runFunctionNow)).toEqual([])
    await user.type(dialog.getByRole('textbox'), U_ID)
    await user.click(dialog.getByRole('button', { name: /^执\s?行$/ }))
    await waitFor(() => expect(api.callsOf(runFunctionNow)[0]?.body).toMatchObject({ confirm: U_ID }))
  })

  it('a function one may not run says why and sends nothing', async () => {
    api.on(functionList, () => listOf([{ ...addItem, risk: 'R4', mayRun: false, whyNot: 'risk' }]))
    await openFor('发放道具')
    expect(screen.getByText(/没有执行高风险功能的权限/)).toBeTruthy()
    expect(press(/^执\s?行$/).hasAttribute('disabled')).toBe(true)
  })
})

describe('on a list of players', () => {
  it('starts a job with every uId once, and names what is none', async () => {
    api.on(runFunctionOnList, () => ({ jobId: 'j1', players: 2, replayed: false }))
    const user = await openFor('发放道具', undefined, { user: lister })
    await user.type(box('道具 itemId'), '10007{Enter}')
    await user.click(screen.getByRole('radio', { name: '玩家列表' }))
    await user.type(box('玩家列表'), '30123000045, 30123000046{Enter}30123000045 x1')
    expect(screen.getByText('第 2 行“x1”不是 uId')).toBeTruthy()
    await user.type(box('玩家列表'), '{Backspace}{Backspace}')
    expect(screen.getByText('玩家：2')).toBeTruthy()
    await user.type(box('原因'), '补偿')
    await user.click(press(/^建立批量作业$/))
    await waitFor(() => expect(api.callsOf(runFunctionOnList)).toHaveLength(1))
    expect(api.callsOf(runFunctionOnList)[0]?.text).toBe('30123000045\n30123000046')
  })

  it('[S2.07] players of another server are shown with their line, and nothing typed is lost', async () => {
    api.on(
      runFunctionOnList,
      () =>
        new FakeFailure(422, 'function_players_foreign', '名单中有 1 名玩家不在本区服', {
          err: {
            code: 'function_players_foreign',
            retryable: false,
            details: { uIds: ['10001000003'] },
          },
        }),
    )
    const user = await openFor('发放道具', undefined, { user: lister })
    await user.type(box('道具 itemId'), '10007{Tab}')
    await user.click(screen.getByRole('radio', { name: '玩家列表' }))
    await user.type(box('玩家列表'), '30123000045{Enter}10001000003')
    await user.type(box('原因'), '补偿')
    await user.click(press(/^建立批量作业$/))
    expect(await screen.findByText('第 2 行“10001000003”不在本区服')).toBeTruthy()
    expect((box('玩家列表') as HTMLTextAreaElement).value).toBe('30123000045\n10001000003')
    expect((box('原因') as HTMLTextAreaElement).value).toBe('补偿')
  })

  it('is not offered without the permission for it', async () => {
    await openFor('发放道具')
    expect(screen.queryByRole('radio', { name: '玩家列表' })).toBeNull()
  })
})

describe('earlier runs', () => {
  it('are listed with their parameters, which can be used again', async () => {
    api.on(functionRuns, () => ({
      list: [
        {
          id: 'r9',
          at: 1_790_000_000_000,
          by: 'admin',
          function: { source: 'server' as const, id: 'add_item', version: 'old' },
          title: '发放道具',
          uId: U_ID,
          sId: 123,
          reason: '活动补偿',
          params: { itemId: 10020, count: 3, gone: 1 },
          status: 'done' as const,
          steps: [],
          jobId: null,
        },
      ],
      more: false,
    }))
    const user = await openFor('发放道具')
    await user.click(screen.getByRole('radio', { name: '执行记录' }))
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('活动补偿') })
    await user.click(await screen.findByRole('menuitem', { name: '再次使用这些参数' }))
    expect((box('道具 itemId') as HTMLInputElement).value.replaceAll(',', '')).toBe('10020')
    expect((box('数量 count') as HTMLInputElement).value).toBe('3')
  })
})
