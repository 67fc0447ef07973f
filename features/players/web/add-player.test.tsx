import { setNavigator, useSession } from '@qd/web-base'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { testAccountAdd } from '@qd/mail/contract'
import { newUser } from '../contract/index.ts'
import { AddPlayerButton } from './add-player-button.tsx'
import { readRefusal } from './read-refusal.ts'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const SERVERS = [{ sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }]
const scope = { ...TEST_SCOPE, lines: LINES, servers: SERVERS }
const made = (count: number) => ({
  userId: '30123002001',
  c: [],
  failed: [],
  users: Array.from({ length: count }, (_user, index) => ({
    userId: `3012300200${index + 1}`,
    name: `水手${index + 1}`,
  })),
})

/** May add players on Northwind's servers only. */
const ordinary = testUser({
  roles: ['operator'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.player.create'] }],
})

const developer = testUser({
  roles: ['developer'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['index.player.create', 'mock.simulator.connect'],
    },
  ],
})

/** Keeps the test accounts of the line besides. */
const keeper = testUser({
  roles: ['operator'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['index.player.create', 'mail.testAccounts'],
    },
  ],
})

let api: FakeApi

beforeEach(() => {
  api = fakeApi([fake(newUser, ({ body }) => made(body.count ?? 1))])
})

async function openForm(as = ordinary) {
  const { user } = await renderWithApp(<AddPlayerButton />, { scope, user: as })
  await user.click(screen.getByRole('button', { name: '创建玩家' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

/** Gives the reason and the name the question after the form asks for. */
async function confirmAs(user: UserEvent, name: string): Promise<void> {
  const box = await screen.findByRole('textbox', { name: `请输入以确认： ${name}` })
  const question = within(box.closest<HTMLElement>('[role="dialog"]')!)
  const go = question.getByRole('button', { name: /继\s?续/ })
  await user.type(question.getByRole('textbox', { name: '原因（写入审计）' }), '测试')
  expect(go.hasAttribute('disabled')).toBe(true)
  await user.type(box, name)
  await user.click(go)
}

describe('add user', () => {
  it.each([
    [{}, '请选择运营商'],
    [{ partnerCode: 'northwind' }, '请选择线路'],
    [{ partnerCode: 'northwind', lineId: 'northwind-test' }, '请选择区服'],
  ])('[S5.04] [S5.01] with only %j selected it says %s and sends nothing', async (selected, words) => {
    const { user } = await renderWithApp(<AddPlayerButton />, {
      user: ordinary,
      scope: { game: 'lantern', ...selected },
    })
    await user.click(screen.getByRole('button', { name: '创建玩家' }))
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.calls).toEqual([])
  })

  it('[S4.09][S2.27] makes players on the shown server and lists their uIds', async () => {
    const { user, dialog } = await openForm()
    expect(dialog.getByText('S123 潮汐之门')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /名字/ }), '水手')
    const count = dialog.getByRole('spinbutton')
    await user.clear(count)
    await user.type(count, '3')
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await screen.findByText('30123002003')).toBeTruthy()
    expect(screen.getByRole('button', { name: '返回首页' })).toBeTruthy()
    expect(api.callsOf(newUser)).toMatchObject([
      { query: { sId: '123', lineId: 'northwind-test' }, body: { name: '水手', count: 3 } },
    ])
  })

  it('[S8.05] a refusal shows 创建失败 with the reason the game gave', async () => {
    const data = { reqMsg: '{"code":7,"msg":"服务器已满"}' }
    api.on(newUser, () => new FakeFailure(422, 'player_create_failed', '', { data }))
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await dialog.findByText('创建失败: 服务器已满')).toBeTruthy()
  })

  it('[ED.81] a batch that was made in part shows what failed and why', async () => {
    const failed = [{ status: 422, code: 'player_create_failed', msg: '', reqMsg: '{"msg":"名字已被占用"}' }]
    api.on(newUser, () => ({ ...made(2), failed }))
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await screen.findByText('名字已被占用')).toBeTruthy()
    expect(screen.getByText('30123002002')).toBeTruthy()
  })

  it('[S8.05] a reply without userId is a failure too', async () => {
    api.on(newUser, () => ({ userId: '', c: [], users: [], failed: [] }))
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await dialog.findByText('创建失败')).toBeTruthy()
  })

  it('opens the first new player with the button that has the focus', async () => {
    api.on(newUser, () => made(3))
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    const open = await screen.findByRole('button', { name: '打开玩家' })
    await waitFor(() => expect(document.activeElement).toBe(open))
    const gone: string[] = []
    setNavigator((to) => void gone.push(to))
    await user.keyboard('{Enter}')
    expect(gone).toEqual(['/index/30123002001?uId=30123002001&game=lantern'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[S2.27] Enter leads on from the new players, Esc closes, a copy is acknowledged', async () => {
    api.on(newUser, () => made(1))
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    const open = await screen.findByRole('button', { name: '打开玩家' })
    await waitFor(() => expect(document.activeElement).toBe(open))
    await user.click(screen.getByRole('button', { name: /复制.*30123002001|30123002001.*复制/ }))
    expect(await navigator.clipboard.readText()).toBe('30123002001')
    expect(await screen.findByText('已复制')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: '返回首页' })).toBeNull())
  })

  it('[S2.27] the simulator is offered to who may connect on this line, and to nobody else', async () => {
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await screen.findByRole('button', { name: '返回首页' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '打开模拟器' })).toBeNull()
    useSession.setState({ userInfo: developer })
    expect(await screen.findByRole('button', { name: '打开模拟器' })).toBeTruthy()
  })

  it('[ED.80] production asks for a reason and the exact name of the target', async () => {
    const err = { code: 'confirm_required', retryable: false, details: { risk: 'R3', expected: 'S11' } }
    api.on(newUser, ({ body }) =>
      body.confirm === 'S11' ? made(1) : new FakeFailure(428, 'confirm_required', '', { err }),
    )
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    await confirmAs(user, 'S11')
    expect(await screen.findByText('30123002001')).toBeTruthy()
  })

  it('[ED.80] in production nothing is sent before a reason and the server are typed', async () => {
    const lines = [{ ...LINES[0]!, environment: 'production' as const }]
    const { user } = await renderWithApp(<AddPlayerButton />, { user: ordinary, scope: { ...scope, lines } })
    await user.click(screen.getByRole('button', { name: '创建玩家' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    await confirmAs(user, '潮汐之门')
    expect(await screen.findByText('30123002001')).toBeTruthy()
    expect(api.callsOf(newUser)).toMatchObject([{ body: { reason: '测试', confirm: '潮汐之门' } }])
  })

  it('registers the new players as test accounts of the line where that is ticked', async () => {
    api.on(testAccountAdd, ({ body }) => ({ uId: body.uId, sId: 123, label: body.label, by: 'lin', at: 1 }))
    const { user, dialog } = await openForm(keeper)
    const count = dialog.getByRole('spinbutton')
    await user.clear(count)
    await user.type(count, '2')
    await user.click(dialog.getByRole('checkbox', { name: '登记为线路的测试账号' }))
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await screen.findByText(/已登记为测试账号/)).toBeTruthy()
    expect(api.callsOf(testAccountAdd)).toMatchObject([
      { query: { lineId: 'northwind-test' }, body: { uId: '30123002001', label: '水手1' } },
      { query: { lineId: 'northwind-test' }, body: { uId: '30123002002', label: '水手2' } },
    ])
  })

  it('names who could not be registered, beside the players that were made', async () => {
    api.on(testAccountAdd, ({ body }) =>
      body.uId === '30123002002'
        ? new FakeFailure(422, 'mail_entry_wrong', '该条目有误')
        : { uId: body.uId, sId: 123, label: '', by: 'lin', at: 1 },
    )
    const { user, dialog } = await openForm(keeper)
    const count = dialog.getByRole('spinbutton')
    await user.clear(count)
    await user.type(count, '2')
    await user.click(dialog.getByRole('checkbox', { name: '登记为线路的测试账号' }))
    await user.click(dialog.getByRole('button', { name: /创\s?建/ }))
    const failed = (await screen.findByText('未能登记为测试账号：')).closest('div')!
    expect(failed.textContent).toContain('30123002002 该条目有误')
    expect(failed.textContent).not.toContain('30123002001')
    expect(screen.getByText('30123002001')).toBeTruthy()
  })

  it('registers nobody where it is not ticked', async () => {
    const kept = await openForm(keeper)
    await kept.user.click(kept.dialog.getByRole('button', { name: /创\s?建/ }))
    expect(await screen.findByText('30123002001')).toBeTruthy()
    expect(screen.queryByText(/测试账号/)).toBeNull()
    expect(api.callsOf(testAccountAdd)).toEqual([])
  })

  it('offers test accounts to nobody without the right to keep them', async () => {
    const { dialog } = await openForm()
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })

  it('[S6.02] is not shown to those who may not', async () => {
    await renderWithApp(<AddPlayerButton />, { scope, user: testUser({ roles: [], grants: [] }) })
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('readRefusal', () => {
  it.each([
    [{ reqMsg: '{"msg":"full"}' }, 'full'],
    [{ reqMsg: '"plain"' }, 'plain'],
    [{ reqMsg: 'not json' }, 'not json'],
    [{ reqMsg: '{"code":1}' }, '{"code":1}'],
    [{ reqMsg: '' }, null],
    [{}, null],
    [null, null],
  ])('reads %j as %j', (data, text) => {
    expect(readRefusal(data)).toBe(text)
  })
})
