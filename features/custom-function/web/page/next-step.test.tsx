import { forgetKept } from '@qd/web-frame'
import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { AppOptions } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { dryRunFunction, functionList, runFunctionNow, runFunctionOnList } from '../../contract/index.ts'
import { fakeFunctions } from '../testing/fake-functions.ts'
import { U_ID, addItem, listOf, planOf } from '../testing/sample-functions.ts'
import FunctionsPage from './functions-page.tsx'

const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const runner = holding('dataModify.function.run', 'index.player.read')

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  forgetKept()
  api = fakeApi(fakeFunctions(), { isGuarded: true })
  showWideScreen()
})

async function openAddItem(path = `/dataModify/${U_ID}`, options: AppOptions = {}) {
  const { user } = await renderWithApp(
    <Routes>
      <Route path="/dataModify/:uId?" element={<FunctionsPage />} />
    </Routes>,
    { scope: TEST_SCOPE, user: runner, ...options, path },
  )
  const list = within(await screen.findByRole('region', { name: /^功能/ }))
  await user.click(list.getByRole('button', { name: /发放道具/ }))
  return user
}

const box = (name: string) => screen.getByRole('textbox', { name })
const press = (name: RegExp) => screen.getByRole('button', { name })
/** Buttons that look like the thing to do, and the one that says it is. */
const primaries = () =>
  screen.getAllByRole('button').filter(({ className }) => className.includes('ant-btn-primary'))
const next = () => {
  const [only, ...others] = primaries()
  expect(others).toEqual([])
  expect(only?.getAttribute('aria-current')).toBe('step')
  return only?.textContent?.replaceAll(/\s/g, '')
}

it('[functions.next] one button is the next step: fill in, try, run, see the result', async () => {
  const user = await openAddItem()
  expect(next()).toBe('填写参数')
  await user.click(press(/填写参数/))
  expect(document.activeElement).toBe(box('道具 itemId'))
  await user.keyboard('10007{Enter}')
  await waitFor(() => expect(next()).toBe('试运行'))
  await user.click(press(/^试运行$/))
  await screen.findByText('增加 潮汐晶石 ×10')
  expect(next()).toBe('执行')
  await user.type(box('原因'), '补偿')
  await user.click(press(/^执\s?行$/))
  await screen.findByText('已发放 10 个')
  expect(next()).toBe('查看结果')
  await user.click(screen.getByRole('radio', { name: '执行记录' }))
  await user.click(press(/查看结果/))
  expect(document.activeElement?.textContent).toContain('已发放 10 个')
})

it('[functions.next] after a run, something else filled in begins anew', async () => {
  const user = await openAddItem()
  await user.type(box('道具 itemId'), '10007{Enter}')
  await user.click(press(/^试运行$/))
  await screen.findByText('增加 潮汐晶石 ×10')
  await user.type(box('原因'), '补偿')
  await user.click(press(/^执\s?行$/))
  await screen.findByText('已发放 10 个')
  await user.clear(box('数量 count'))
  await user.type(box('数量 count'), '5{Enter}')
  await waitFor(() => expect(next()).toBe('试运行'))
})

it('[functions.next] without a player the next step is to choose one', async () => {
  const user = await openAddItem('/dataModify')
  expect(next()).toBe('选择玩家')
  await user.click(press(/选择玩家/))
  await screen.findByText('请先选择玩家')
})

it('[functions.next] an open outcome is asked for next', async () => {
  api.on(runFunctionNow, () => ({
    runId: 'r1',
    status: 'unknown' as const,
    replayed: false,
    steps: [{ step: 0, kind: 'command' as const, title: '发放道具', status: 'unknown' as const }],
  }))
  const user = await openAddItem()
  await user.type(box('道具 itemId'), '10007{Enter}')
  await user.click(press(/^试运行$/))
  await screen.findByText('增加 潮汐晶石 ×10')
  await user.type(box('原因'), '补偿')
  await user.click(press(/^执\s?行$/))
  await screen.findByText(/可能已执行/)
  expect(next()).toBe('再次查询结果')
})

it('[functions.next] a dry run that would fail leaves trying again as the next step', async () => {
  api.on(dryRunFunction, () => planOf({ isRunnable: false }))
  const user = await openAddItem()
  await user.type(box('道具 itemId'), '10007{Enter}')
  await user.click(press(/^试运行$/))
  await screen.findByText('增加 潮汐晶石 ×10')
  expect(next()).toBe('试运行')
})

it('[functions.next] for a list of players it is the list, then the job', async () => {
  api.on(runFunctionOnList, () => ({ jobId: 'j1', players: 1, replayed: false }))
  const lister = holding('dataModify.function.run', 'dataModify.function.job', 'index.player.read')
  const user = await openAddItem(undefined, { user: lister })
  await user.type(box('道具 itemId'), '10007{Enter}')
  await user.click(screen.getByRole('radio', { name: '玩家列表' }))
  expect(next()).toBe('填写玩家列表')
  await user.click(press(/填写玩家列表/))
  expect(document.activeElement).toBe(box('玩家列表'))
  await user.keyboard(U_ID)
  expect(next()).toBe('建立批量作业')
})

it('[functions.next] who may not run it has no next step', async () => {
  api.on(functionList, () => listOf([{ ...addItem, risk: 'R4', mayRun: false, whyNot: 'risk' }]))
  await openAddItem()
  expect(primaries()).toEqual([])
})

it('[functions.first] the first function is open until one is chosen; the address still wins', async () => {
  const show = (query: string) =>
    renderWithApp(
      <Routes>
        <Route path="/dataModify/:uId?" element={<FunctionsPage />} />
      </Routes>,
      { scope: TEST_SCOPE, user: runner, path: `/dataModify/${U_ID}${query}` },
    )
  const first = await show('')
  await screen.findByRole('region', { name: /^发放道具/ })
  first.unmount()
  const named = await show('?fn=server:count_online')
  await screen.findByRole('region', { name: /^在线人数/ })
  await named.user.click(press(/收藏此功能/))
  named.unmount()
  const { user } = await show('')
  await screen.findByRole('region', { name: /^在线人数/ })
  // Unmarked it is no longer the first of the list, and stays.
  await user.click(press(/取消收藏/))
  expect(screen.getByRole('region', { name: /^在线人数/ })).toBeTruthy()
})
