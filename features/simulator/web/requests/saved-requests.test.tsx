import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import {
  FakeFailure,
  TEST_SCOPE,
  fake,
  fakeApi,
  liveServer,
  renderWithApp,
  showWideScreen,
  testUser,
} from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  protoDefinition,
  requestDelete,
  requestGet,
  requestList,
  requestMove,
  requestSave,
} from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { useCompose } from '../compose/compose-store.ts'
import { useConnections } from '../connections/connection-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import { DEFINITION } from '../testing/fake-game.ts'
import { useOpenedRequests } from './opened-requests.ts'

const holder = (...codes: string[]) =>
  testUser({ roles: ['developer'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const developer = holder('mock.simulator.read', 'mock.simulator.connect')
const scope = {
  ...TEST_SCOPE,
  lines: [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }],
  servers: [{ sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }],
}
const MESSAGE = 'lantern.UseItemReq'

function savedOf(savedId: string, change: Partial<SavedRequest> = {}): SavedRequest {
  return {
    savedId,
    name: '用招募令',
    folder: '背包/常用',
    message: MESSAGE,
    groups: [],
    owner: 'lin',
    isMine: true,
    revision: 1,
    updatedAt: 1_764_000_000_000,
    ...change,
  }
}

let api: FakeApi
/** What the server keeps: requests and their bodies. */
let kept: { saved: SavedRequest; body: string }[]
let stop: () => void

beforeEach(() => {
  forgetKept()
  showWideScreen()
  useConnections.setState({ list: [], active: null })
  useCompose.setState({ drafts: {}, version: 0, view: 'form' })
  useOpenedRequests.setState({ opened: {} })
  kept = [
    { saved: savedOf('s1'), body: '{"itemId":10060,"count":9007199254740993}' },
    {
      saved: savedOf('s2', { name: '领奖', folder: '', owner: 'chen', isMine: false }),
      body: '{"itemId":7}',
    },
  ]
  const find = (id: string) => kept.find(({ saved }) => saved.savedId === id)!
  api = fakeApi(
    [
      fake(protoDefinition, () => DEFINITION),
      fake(requestList, () => ({
        list: kept.map(({ saved }) => saved),
        groups: [{ id: 'g1', name: '测试组' }],
      })),
      fake(requestGet, ({ body }) => find(body.savedId)),
      fake(requestSave, ({ body: { lineId: _line, body, savedId = 's9', ...place } }) => {
        const before = kept.find(({ saved }) => saved.savedId === savedId)?.saved
        const saved = savedOf(savedId, { ...place, revision: (before?.revision ?? 0) + 1 })
        kept = [...kept.filter((each) => each.saved.savedId !== savedId), { saved, body }]
        return { saved, emptied: body.includes('deviceToken') ? ['deviceToken'] : [] }
      }),
      fake(requestMove, ({ body: { name, folder, groups, savedId } }) => {
        const one = find(savedId)
        one.saved = { ...one.saved, name, folder, groups, revision: one.saved.revision + 1 }
        return { saved: one.saved }
      }),
      fake(requestDelete, ({ body }) => {
        kept = kept.filter(({ saved }) => saved.savedId !== body.savedId)
        return null
      }),
    ],
    { isGuarded: true },
  )
  liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

const part = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const messages = () => part(/^消息/)
const compose = () => part('编写请求')
const dialog = async () => within(await screen.findByRole('dialog'))

async function open(path = '/mock', user = developer): Promise<UserEvent> {
  return (await renderWithApp(<SimulatorPage />, { user, scope, path })).user
}

async function showSaved(user: UserEvent): Promise<void> {
  await user.click(messages().getByRole('radio', { name: '已保存' }))
}

const bodiesOf = (route: typeof requestSave | typeof requestMove) =>
  api.callsOf(route).map(({ body }) => body)

describe('saving', () => {
  it('asks for name, folder and groups, then saves over what was opened by Ctrl and S', async () => {
    const user = await open(`/mock?message=${MESSAGE}`)
    await user.type(await compose().findByLabelText('itemId'), '300')
    await user.click(compose().getByRole('button', { name: '保存请求' }))
    const form = await dialog()
    const name = form.getByRole('textbox', { name: '名称' })
    expect(name).toHaveProperty('value', 'UseItemReq')
    await user.clear(name)
    await user.type(name, '用道具')
    await user.type(form.getByRole('combobox', { name: '文件夹' }), ' 背包 / 新 ')
    await user.click(form.getByRole('combobox', { name: '共享给用户组' }))
    await user.click(await screen.findByTitle('测试组'))
    await user.click(form.getByRole('button', { name: /^保\s?存$/ }))
    await waitFor(() => expect(bodiesOf(requestSave)).toHaveLength(1))
    expect(bodiesOf(requestSave)[0]).toEqual({
      lineId: 'northwind-test',
      message: MESSAGE,
      name: '用道具',
      folder: '背包/新',
      groups: ['g1'],
      body: JSON.stringify({ itemId: 300 }, null, 2),
    })
    expect(await compose().findByText('背包/新 / 用道具')).toBeTruthy()
    await user.type(compose().getByLabelText('itemId'), '1')
    expect(compose().getByText('背包/新 / 用道具 · 已修改')).toBeTruthy()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(bodiesOf(requestSave)).toHaveLength(2))
    expect(bodiesOf(requestSave)[1]).toMatchObject({ savedId: 's9', revision: 1, groups: ['g1'] })
    expect(await compose().findByText('背包/新 / 用道具')).toBeTruthy()
    await showSaved(user)
    expect(await messages().findByRole('button', { name: '新1' })).toBeTruthy()
  })

  it('says when it was saved elsewhere meanwhile, which values are left out, and that bytes cannot be saved', async () => {
    const user = await open()
    await showSaved(user)
    await user.click(await messages().findByRole('button', { name: /^用招募令/ }))
    api.on(requestSave, () => new FakeFailure(409, 'simulator_request_changed', '请求在打开后又被保存过'))
    await user.type(await compose().findByLabelText('itemId'), '1')
    await user.click(compose().getByRole('button', { name: '保存请求' }))
    expect(await screen.findByText(/请求在打开后又被保存过/)).toBeTruthy()
    expect(compose().getByText(/已修改/)).toBeTruthy()
    api.on(requestSave, () => ({ saved: savedOf('s1', { revision: 2 }), emptied: ['token'] }))
    await user.click(compose().getByRole('button', { name: '保存请求' }))
    expect(await screen.findByText(/但未包含 token 的值/)).toBeTruthy()
    await user.click(compose().getByRole('radio', { name: '十六进制' }))
    await user.type(compose().getByRole('textbox', { name: '十六进制' }), ' 0')
    const before = bodiesOf(requestSave).length
    await user.click(compose().getByRole('button', { name: '保存请求' }))
    expect(await screen.findByText('只有合法的 JSON 请求才能保存。请先改正')).toBeTruthy()
    expect(bodiesOf(requestSave)).toHaveLength(before)
  })

  it('what others share is saved as one’s own', async () => {
    const user = await open()
    await showSaved(user)
    await user.click(await messages().findByRole('button', { name: /^领奖/ }))
    expect(await compose().findByText('chen / 领奖')).toBeTruthy()
    await user.click(compose().getByRole('button', { name: '保存请求' }))
    const form = await dialog()
    await user.click(form.getByRole('button', { name: /^保\s?存$/ }))
    await waitFor(() => expect(bodiesOf(requestSave)).toHaveLength(1))
    expect(bodiesOf(requestSave)[0]).not.toHaveProperty('savedId')
  })
})

describe('the list', () => {
  it('opens a request with every digit, and asks before something unsaved goes', async () => {
    const user = await open(`/mock?message=${MESSAGE}`)
    await user.type(await compose().findByLabelText('itemId'), '5')
    await showSaved(user)
    await user.click(await messages().findByRole('button', { name: /^用招募令/ }))
    const question = await dialog()
    expect(question.getByText(/UseItemReq 当前的内容还没有保存/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: /^取\s?消$/ }))
    expect(compose().getByLabelText('itemId')).toHaveProperty('value', '5')
    await user.click(messages().getByRole('button', { name: /^用招募令/ }))
    await user.click((await dialog()).getByRole('button', { name: /^打\s?开$/ }))
    await waitFor(() => expect(compose().getByLabelText('itemId')).toHaveProperty('value', '10060'))
    expect(compose().getByLabelText('count')).toHaveProperty('value', '9007199254740993')
    // What was opened and not changed is lost nowhere.
    await user.click(messages().getByRole('button', { name: /^领奖/ }))
    await waitFor(() => expect(compose().getByLabelText('itemId')).toHaveProperty('value', '7'))
  })

  it('is walked by arrows, folded, renamed by F2 and emptied by Delete', async () => {
    const user = await open()
    await showSaved(user)
    const mine = await messages().findByRole('list', { name: '我的' })
    const folder = within(mine).getByRole('button', { name: '背包1' })
    folder.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('用招募令')
    await user.keyboard('{F2}')
    const form = await dialog()
    const name = form.getByRole('textbox', { name: '名称' })
    await user.clear(name)
    await user.type(name, '另一个')
    await user.clear(form.getByRole('combobox', { name: '文件夹' }))
    await user.click(form.getByRole('button', { name: /^保\s?存$/ }))
    await waitFor(() =>
      expect(bodiesOf(requestMove)).toEqual([
        { lineId: 'northwind-test', savedId: 's1', revision: 1, name: '另一个', folder: '', groups: [] },
      ]),
    )
    const renamed = await messages().findByRole('button', { name: /^另一个/ })
    expect(messages().queryByRole('button', { name: '背包1' })).toBeNull()
    renamed.focus()
    await user.keyboard('{Delete}')
    await user.click((await dialog()).getByRole('button', { name: '删除请求' }))
    await waitFor(() => expect(api.callsOf(requestDelete)[0]?.body).toMatchObject({ revision: 2 }))
    await waitFor(() => expect(messages().queryByRole('button', { name: /^另一个/ })).toBeNull())
    // Those of others are neither renamed nor deleted.
    const shared = messages().getByRole('list', { name: '共享给我的' })
    expect(within(shared).queryByRole('button', { name: /的操作/ })).toBeNull()
    const chen = within(shared).getByRole('button', { name: 'chen1' })
    await user.click(chen)
    expect(within(shared).queryByRole('button', { name: /^领奖/ })).toBeNull()
  })

  it('one that was saved elsewhere is not deleted unseen; the list then knows it', async () => {
    const user = await open()
    await showSaved(user)
    const row = await messages().findByRole('button', { name: /^用招募令/ })
    kept[0] = { saved: savedOf('s1', { revision: 2 }), body: '{"itemId":99}' }
    api.on(requestDelete, ({ body }) => {
      if (body.revision !== kept[0]?.saved.revision)
        return new FakeFailure(409, 'simulator_request_changed', '请求在打开后又被保存过')
      kept = kept.slice(1)
      return null
    })
    row.focus()
    await user.keyboard('{Delete}')
    const question = await dialog()
    await user.click(question.getByRole('button', { name: '删除请求' }))
    expect(await question.findByText(/请求在打开后又被保存过/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: /^取\s?消$/ }))
    await waitFor(() => expect(api.callsOf(requestList)).toHaveLength(2))
    ;(await messages().findByRole('button', { name: /^用招募令/ })).focus()
    await user.keyboard('{Delete}')
    await user.click((await dialog()).getByRole('button', { name: '删除请求' }))
    await waitFor(() => expect(messages().queryByRole('button', { name: /^用招募令/ })).toBeNull())
    expect(api.callsOf(requestDelete).map(({ body }) => body)).toMatchObject([
      { revision: 1 },
      { revision: 2 },
    ])
  })

  it('a rename after a save elsewhere does not make way for the older body', async () => {
    const user = await open()
    await showSaved(user)
    await user.click(await messages().findByRole('button', { name: /^用招募令/ }))
    await user.type(await compose().findByLabelText('itemId'), '1')
    // Another window saves; the list of this one is read anew when a request of its own is moved.
    kept[0] = { saved: savedOf('s1', { revision: 2 }), body: '{"itemId":99}' }
    const rename = async (to: string, from: RegExp) => {
      const row = await messages().findByRole('button', { name: from })
      row.focus()
      await user.keyboard('{F2}')
      const form = await dialog()
      const name = form.getByRole('textbox', { name: '名称' })
      await user.clear(name)
      await user.type(name, to)
      await user.click(form.getByRole('button', { name: /^保\s?存$/ }))
      await messages().findByRole('button', { name: new RegExp(`^${to}`) })
    }
    await rename('新名', /^用招募令/)
    await rename('再改', /^新名/)
    await user.click(compose().getByRole('button', { name: '保存请求' }))
    await waitFor(() => expect(bodiesOf(requestSave)).toHaveLength(1))
    expect(bodiesOf(requestMove)).toHaveLength(2)
    expect(bodiesOf(requestSave)[0]).toMatchObject({ savedId: 's1', revision: 1 })
  })

  it('finds by name, folder, person and pinyin', async () => {
    const user = await open()
    await showSaved(user)
    const search = await messages().findByRole('searchbox')
    for (const [text, found] of [
      ['常用', '用招募令背包/常用'],
      ['chen', '领奖chen'],
      ['lingjiang', '领奖chen'],
    ]) {
      await user.clear(search)
      await user.type(search, text!)
      const hits = () => within(messages().getByRole('list', { name: '已保存的请求' })).getAllByTitle(MESSAGE)
      await waitFor(() => expect(hits().map((each) => each.textContent)).toEqual([found]))
    }
    await user.type(search, 'zzz')
    expect(await messages().findByText('没有匹配的请求')).toBeTruthy()
  })

  it('says that there is none, and offers no saving to who may not', async () => {
    kept = []
    const reader = holder('mock.simulator.read')
    const user = await open(`/mock?message=${MESSAGE}`, reader)
    expect(await compose().findByRole('button', { name: '变量' })).toBeTruthy()
    await showSaved(user)
    expect(await messages().findByText('他人共享给你所在用户组的请求会出现在这里。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '保存请求' })).toBeNull()
  })

  it('says when it cannot be read, and that another game’s message is unknown', async () => {
    api.on(requestList, () => new FakeFailure(503, 'busy', '稍后再试'))
    const user = await open()
    await showSaved(user)
    expect(await messages().findByText('稍后再试')).toBeTruthy()
    kept = [{ saved: savedOf('s1', { message: 'tides.RowReq' }), body: '{}' }]
    api.on(requestList, () => ({ list: kept.map(({ saved }) => saved), groups: [] }))
    await user.click(messages().getByRole('button', { name: /重\s?试/ }))
    await user.click(await messages().findByRole('button', { name: /^用招募令/ }))
    expect(await screen.findByText('当前消息定义里没有 tides.RowReq')).toBeTruthy()
  })

  it('who may not read definitions is told so', async () => {
    const user = await open('/mock', holder('mock.simulator.connect'))
    await showSaved(user)
    expect(await messages().findByText(/查看协议定义/)).toBeTruthy()
  })
})
