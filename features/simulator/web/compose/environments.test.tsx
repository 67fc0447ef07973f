import { endSession, startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import {
  TEST_SCOPE,
  fake,
  fakeApi,
  liveServer,
  renderWithApp,
  showWideScreen,
  testUser,
} from '@qd/web-testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { protoDefinition } from '../../contract/index.ts'
import { openConnection, useConnections } from '../connections/connection-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import { DEFINITION } from '../testing/fake-game.ts'
import { useCompose } from './compose-store.ts'
import { useSecretValues } from './environments.ts'
import { useVariableStore } from './variable-store.ts'

const developer = testUser({
  roles: ['developer'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['mock.simulator.read', 'mock.simulator.connect'],
    },
  ],
})
const scope = {
  ...TEST_SCOPE,
  lines: [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }],
  servers: [{ sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }],
}

/** Where the browser remembers what the account keeps. */
const STORED = 'qd.kept.simulator.environments'
const CHOSEN = 'qd.kept.simulator.environment'

let stop: () => void
beforeEach(() => {
  forgetKept()
  localStorage.clear()
  showWideScreen()
  useConnections.setState({ list: [], active: null })
  useCompose.setState({ drafts: {}, version: 0, view: 'form' })
  useVariableStore.setState({ own: {} })
  useSecretValues.setState({ of: {} })
  fakeApi([fake(protoDefinition, () => DEFINITION)], { isGuarded: true })
  liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

const compose = () => within(screen.getByRole('region', { name: '编写请求' }))
const dialog = () => within(screen.getByRole('dialog'))

/** The page with a request whose number is the variable `n`. */
async function openPage(): Promise<UserEvent> {
  const { user } = await renderWithApp(<SimulatorPage />, {
    user: developer,
    scope,
    path: '/mock?message=lantern.UseItemReq',
  })
  await user.click(await compose().findByLabelText('itemId'))
  await user.paste('{{n}}')
  return user
}

async function openVariables(user: UserEvent): Promise<void> {
  await user.click(compose().getByRole('button', { name: /^变量/ }))
  await screen.findByRole('dialog')
}

async function addEnvironment(user: UserEvent, name: string): Promise<void> {
  await user.click(dialog().getByRole('button', { name: '新建环境' }))
  await user.type(dialog().getByRole('textbox', { name: '环境名称' }), name)
  await user.click(dialog().getByRole('button', { name: /^确\s?定$/ }))
}

async function addVariable(user: UserEvent, name: string, value: string, keeper?: string): Promise<void> {
  if (keeper !== undefined) await user.click(dialog().getByRole('radio', { name: keeper }))
  await user.type(dialog().getByRole('textbox', { name: '名称' }), name)
  await user.type(dialog().getByRole('textbox', { name: '值' }), value)
  await user.click(dialog().getByRole('button', { name: /添\s?加/ }))
}

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(dialog().getByRole('button', { name: /^环境/ }))
  await user.click(await screen.findByRole('option', { name }))
}

/** Bytes of the request as they would be sent now. */
async function bytes(user: UserEvent): Promise<string> {
  await user.click(compose().getByRole('radio', { name: '十六进制' }))
  const shown = compose().getByRole<HTMLInputElement>('textbox', { name: '十六进制' }).value
  await user.click(compose().getByRole('radio', { name: '表单' }))
  return shown
}

describe('environments', () => {
  it('say when there is no more room, and keep what was typed', async () => {
    const user = await openPage()
    await openVariables(user)
    await addEnvironment(user, 'dev')
    await user.type(dialog().getByRole('textbox', { name: '名称' }), 'large')
    await user.click(dialog().getByRole('textbox', { name: '值' }))
    await user.paste('x'.repeat(20_000))
    await user.click(dialog().getByRole('button', { name: /添\s?加/ }))
    expect(await screen.findByText('环境已满，请先删除一些变量')).toBeTruthy()
    expect(dialog().getByRole('textbox', { name: '名称' })).toHaveProperty('value', 'large')
    expect(dialog().queryByRole('textbox', { name: 'large 的值' })).toBeNull()
  })

  it('go before values of the page; the one chosen decides', async () => {
    const user = await openPage()
    await openVariables(user)
    await addVariable(user, 'n', '9')
    await addEnvironment(user, 'dev')
    await addVariable(user, 'n', '7')
    await addEnvironment(user, 'stage')
    await addVariable(user, 'n', '8')
    const page = within(dialog().getByRole('region', { name: '本页面' }))
    expect(page.getByText('已被前面的同名值覆盖')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await bytes(user)).toBe('08 08')
    await openVariables(user)
    await choose(user, 'dev')
    expect(compose().getByRole('button', { name: '变量 · dev', hidden: true })).toBeTruthy()
    expect(dialog().getByRole('region', { name: 'dev' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await bytes(user)).toBe('08 07')
    await openVariables(user)
    await choose(user, '不使用环境')
    await user.keyboard('{Escape}')
    expect(await bytes(user)).toBe('08 09')
  })

  it('each connection has its own, a new one begins with the last', async () => {
    const user = await openPage()
    const open = () =>
      openConnection(
        { target: { kind: 'server', sId: 123, lineId: 'northwind-test' }, account: { kind: 'none' } },
        'S123',
      )
    await openVariables(user)
    await addEnvironment(user, 'dev')
    await addVariable(user, 'n', '7')
    await addEnvironment(user, 'stage')
    await addVariable(user, 'n', '8')
    await user.keyboard('{Escape}')
    open()
    expect(await bytes(user)).toBe('08 08')
    open()
    await openVariables(user)
    await choose(user, 'dev')
    await user.keyboard('{Escape}')
    expect(await bytes(user)).toBe('08 07')
    const [first] = useConnections.getState().list
    useConnections.setState({ active: first!.key })
    await waitFor(async () => expect(await bytes(user)).toBe('08 08'))
  })

  it('are renamed and deleted, and no two have one name', async () => {
    const user = await openPage()
    await openVariables(user)
    await addEnvironment(user, 'dev')
    await addVariable(user, 'n', '7')
    await user.click(dialog().getByRole('button', { name: '新建环境' }))
    await user.type(dialog().getByRole('textbox', { name: '环境名称' }), 'dev')
    expect(dialog().getByText('已有名为“dev”的环境')).toBeTruthy()
    expect(dialog().getByRole('button', { name: /^确\s?定$/ })).toHaveProperty('disabled', true)
    await user.click(dialog().getByRole('button', { name: /^取\s?消$/ }))
    await user.click(dialog().getByRole('button', { name: '“dev”的操作' }))
    await user.click(screen.getByRole('menuitem', { name: '重命名' }))
    await user.type(dialog().getByRole('textbox', { name: '环境名称' }), '2')
    await user.click(dialog().getByRole('button', { name: /^确\s?定$/ }))
    expect(dialog().getByRole('button', { name: '环境: dev2' })).toBeTruthy()
    expect(dialog().getByRole('textbox', { name: 'n 的值' })).toHaveProperty('value', '7')
    await user.click(dialog().getByRole('button', { name: '“dev2”的操作' }))
    await user.click(screen.getByRole('menuitem', { name: '删除环境' }))
    const question = within(screen.getAllByRole('dialog').at(-1)!)
    await user.click(question.getByRole('button', { name: '删除环境' }))
    await waitFor(() => expect(dialog().getByRole('button', { name: '环境: 不使用环境' })).toBeTruthy())
    expect(dialog().queryByRole('textbox', { name: 'n 的值' })).toBeNull()
    await user.click(dialog().getByRole('button', { name: /^环境/ }))
    expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual(['不使用环境'])
  })

  it('made or deleted in another window are neither lost nor brought back by a choice or a change', async () => {
    const user = await openPage()
    await openVariables(user)
    await addEnvironment(user, 'dev')
    await addEnvironment(user, 'stage')
    const stored = () => JSON.parse(localStorage.getItem(STORED) ?? '{}') as { list: { name: string }[] }
    const names = () => stored().list.map(({ name }) => name)
    const elsewhere = (name: string) => {
      const list = [...stored().list, { id: name, name, values: {} }]
      localStorage.setItem(STORED, JSON.stringify({ list }))
    }
    elsewhere('theirs')
    await choose(user, 'dev')
    expect(names()).toEqual(['dev', 'stage', 'theirs'])
    await addVariable(user, 'n', '7')
    expect(names()).toEqual(['dev', 'stage', 'theirs'])
    elsewhere('second')
    await addEnvironment(user, 'mine')
    expect(names()).toEqual(['dev', 'stage', 'theirs', 'second', 'mine'])
    elsewhere('third')
    await user.click(dialog().getByRole('button', { name: '“mine”的操作' }))
    await user.click(screen.getByRole('menuitem', { name: '删除环境' }))
    const question = within(screen.getAllByRole('dialog').at(-1)!)
    await user.click(question.getByRole('button', { name: '删除环境' }))
    await waitFor(() => expect(names()).toEqual(['dev', 'stage', 'theirs', 'second', 'third']))
  })

  it('stay with the account, but a value that looks like a secret ends with the session', async () => {
    const user = await openPage()
    await openVariables(user)
    await addEnvironment(user, 'dev')
    await addVariable(user, 'n', '7')
    await addVariable(user, 'loginToken', 'abc123')
    expect(dialog().getByRole('textbox', { name: 'loginToken 的值' })).toHaveProperty('value', 'abc123')
    const stored = localStorage.getItem(STORED) ?? ''
    const chosen = localStorage.getItem(CHOSEN) ?? ''
    expect(stored).toContain('loginToken')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('abc123')
    endSession()
    // What the account keeps comes back with the next session.
    forgetKept()
    localStorage.setItem(STORED, stored)
    localStorage.setItem(CHOSEN, chosen)
    cleanup()
    const again = await openPage()
    await openVariables(again)
    expect(dialog().getByRole('textbox', { name: 'n 的值' })).toHaveProperty('value', '7')
    const gone = dialog().getByRole('textbox', { name: 'loginToken 的值' })
    expect(gone).toHaveProperty('value', '')
    expect(gone).toHaveProperty('placeholder', '上次会话结束后已清除')
  })
})
