import type { RouteReply } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { serverList } from '@qd/scope/contract'
import { startLive } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  TEST_STEPS,
  catalogueServers,
  catalogueTree,
  deletePlace,
  endPreviousKey,
  importCatalogue,
  orderPlaces,
  rotateKey,
  saveGame,
  saveServer,
  testServer,
} from '../../contract/index.ts'
import type { ServerEntry } from '../../contract/index.ts'
import CataloguePage from './catalogue-page.tsx'
import { FirstGameLink } from '../first-game-link.tsx'

/** Keeps the catalogue with its keys, and nothing else. */
const keeper = testUser({
  roles: ['keeper'],
  grants: [
    {
      scope: '*',
      environment: '*',
      codes: [
        'catalogue.place.read',
        'catalogue.place.edit',
        'catalogue.secret.edit',
        'catalogue.network.allow',
      ],
    },
  ],
})

type Tree = RouteReply<typeof catalogueTree>

const line = {
  lineId: 'northwind-test',
  game: 'lantern',
  partnerCode: 'northwind',
  lineCode: 'test',
  name: '测试线',
  environment: 'production' as const,
  channels: [],
  revision: 1,
  servers: 1,
  isEditable: true,
}
const TREE: Tree = {
  games: [{ game: 'lantern', name: '灯海', code: 'lantern', revision: 1, isEditable: true }],
  operators: [
    { game: 'lantern', partnerCode: 'harbour', platform: 1, name: 'Harbour', revision: 1, isEditable: true },
    {
      game: 'lantern',
      partnerCode: 'northwind',
      platform: 3,
      name: 'Northwind',
      revision: 1,
      isEditable: true,
    },
  ],
  lines: [line],
  canAddGames: true,
}
const EMPTY: Tree = { games: [], operators: [], lines: [], canAddGames: true }
const SERVER: ServerEntry = {
  lineId: 'northwind-test',
  sId: 123,
  serviceName: '潮汐之门',
  openedAt: null,
  apiUrl: 'https://game.example.com',
  serverId: 'S123',
  keyId: 'k1',
  hasHashKey: true,
  ws: '',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
  enabled: true,
  isManaged: false,
  revision: 4,
}

class ServerSide extends EventTarget {
  static OPEN = 1
  static last: ServerSide | null = null
  readyState = 1
  opened: { id: string; channel: string; open: object }[] = []
  constructor() {
    super()
    ServerSide.last = this
  }
  send(text: string): void {
    this.opened.push(JSON.parse(text) as never)
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  tell(channel: string, open: object, event: object): void {
    const found = this.opened.find((each) => each.channel === channel)!
    expect(found.open).toMatchObject(open)
    this.say({ id: found.id, event })
  }
  close(): void {}
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi([
    fake(catalogueTree, () => TREE),
    fake(catalogueServers, () => [SERVER]),
    fake(serverList, () => [
      { sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null },
    ]),
  ])
})

const panel = (name: string) => screen.findByRole('region', { name })
async function openServer() {
  const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
  await user.click(await screen.findByRole('button', { name: /测试线 test/ }))
  await user.click(await screen.findByText('潮汐之门'))
  const form = await panel('区服')
  await within(form).findByLabelText(/^接口地址/)
  return { user, form: within(form) }
}

describe('import of a file', () => {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1040)
  })

  it('names what changes by the words of the forms, and begins with what is refused', async () => {
    const row = { kind: 'server' as const, name: '潮汐之门', note: '' }
    const place = 'lantern/northwind/northwind-test/123'
    api.on(importCatalogue, () => ({
      rows: [
        { ...row, line: 1, place, change: 'changed' as const, fields: ['service_name', 'api_url'] },
        { ...row, line: 2, place, change: 'refused' as const, fields: ['apiUrl'], note: '地址不对' },
      ],
      counts: { added: 0, changed: 1, unchanged: 0, refused: 1 },
      isApplied: false,
    }))
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await user.click(await screen.findByRole('button', { name: '导入与导出' }))
    await user.click(await screen.findByRole('menuitem', { name: '导入目录' }))
    const dialog = within(await screen.findByRole('dialog'))
    const file = new File(['{}'], 'catalogue.json', { type: 'application/json' })
    await user.upload(await dialog.findByLabelText('选择文件', { selector: 'input' }), file)
    expect(await dialog.findByText('接口地址 · 地址不对')).toBeTruthy()
    expect(dialog.queryByText('名称, 接口地址')).toBeNull()
    await user.click(dialog.getByText('全部 2'))
    expect(await dialog.findByText('名称, 接口地址')).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^导入/ })).toHaveProperty('disabled', true)
  })
})

describe('catalogue page', () => {
  it('[S1.01] shows the tree with environments and counts, found by search', async () => {
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await screen.findByText('Northwind')
    const tree = within(await panel('游戏与线路'))
    expect(tree.getByText('正式')).toBeTruthy()
    await user.type(tree.getByRole('searchbox'), 'harb')
    await waitFor(() => expect(tree.queryByText('Northwind')).toBeNull())
    await user.type(tree.getByRole('searchbox'), 'zzz')
    expect(await tree.findByText('没有匹配的条目')).toBeTruthy()
  })

  it('an empty console begins with the first game, and says at the field what is wrong', async () => {
    api.on(catalogueTree, () => EMPTY)
    api.on(
      saveGame,
      () =>
        new FakeFailure(409, 'catalogue_taken', '已被使用', {
          err: { code: 'catalogue_taken', retryable: false, field: 'game' },
        }),
    )
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await user.click(await screen.findByRole('button', { name: '添加第一个游戏' }))
    const form = within(await panel('游戏'))
    await user.type(form.getByLabelText(/^名称/), '灯海')
    await user.type(form.getByLabelText(/^编号/), 'a b')
    await user.type(form.getByLabelText(/^代号/), 'lantern{Enter}')
    expect(api.callsOf(saveGame)).toHaveLength(0)
    await user.clear(form.getByLabelText(/^编号/))
    await user.type(form.getByLabelText(/^编号/), 'lantern{Enter}')
    await form.findByText('已被使用')
    expect(form.getByLabelText<HTMLInputElement>(/^名称/).value).toBe('灯海')
    expect(api.callsOf(saveGame)[0]?.body).toEqual({
      game: 'lantern',
      name: '灯海',
      code: 'lantern',
      revision: 0,
    })
  })

  it('[S3.09] sends no key that was not typed, and asks for reason and name where the server wants them', async () => {
    api.on(saveServer, ({ body }) =>
      body.confirm === '潮汐之门'
        ? { revision: 5 }
        : new FakeFailure(428, 'confirm_required', '请确认', {
            err: { code: 'confirm_required', retryable: false, details: { expected: '潮汐之门' } },
          }),
    )
    const { user, form } = await openServer()
    await user.clear(form.getByLabelText(/^接口地址/))
    await user.type(form.getByLabelText(/^接口地址/), 'https://new.example.com{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('原因（写入审计）'), '迁移')
    await user.type(dialog.getByLabelText(/^请输入以确认：/), '潮汐之门{Enter}')
    await waitFor(() => expect(api.callsOf(saveServer)).toHaveLength(2))
    expect(api.callsOf(saveServer)[1]?.body).toMatchObject({
      apiUrl: 'https://new.example.com',
      revision: 4,
      reason: '迁移',
      confirm: '潮汐之门',
    })
    expect(api.callsOf(saveServer)[1]?.body).not.toHaveProperty('hashKey')
  })

  it('tells step by step what a test found', async () => {
    api.on(testServer, () => ({
      isFine: false,
      steps: TEST_STEPS.map((step) =>
        step === 'tcp'
          ? { step, state: 'failed' as const, ms: 1, code: 'tcp_failed', params: { fault: 'ECONNREFUSED' } }
          : { step, state: 'skipped' as const, ms: null, code: '', params: {} as Record<string, string> },
      ),
    }))
    const { user, form } = await openServer()
    await user.click(form.getByRole('button', { name: '测试连接' }))
    expect(await form.findByText(/那里没有程序在监听/)).toBeTruthy()
    expect(form.getByText('连接没有完全成功')).toBeTruthy()
    expect(api.callsOf(saveServer)).toHaveLength(0)
  })

  it('shows the field that is wrong and the server`s own words as text, and comes into view', async () => {
    const words = 'no <img src=x onerror=alert(1)> {{field}} $t(cancel) & co'
    const skipped = { state: 'skipped' as const, ms: null, code: '', params: {} as Record<string, string> }
    const failed = { state: 'failed' as const, ms: 1 }
    const wrong = { call: '/gm/v1/meta', field: 'limits.rps', expected: 'number', found: '"x"' }
    api.on(testServer, () => ({
      isFine: false,
      steps: TEST_STEPS.map((step) => {
        if (step === 'http') return { step, ...failed, code: 'field_wrong', params: wrong }
        if (step !== 'protocol') return { step, ...skipped }
        return { step, ...failed, code: 'refused', params: { code: 2004, words, field: 'md5' } }
      }),
    }))
    const { user, form } = await openServer()
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(form.getByRole('button', { name: '测试连接' }))
    expect(await form.findByText('/gm/v1/meta 的字段 limits.rps 应为 number，收到 "x"')).toBeTruthy()
    const own = form.getByText(`游戏服务器的原话（字段 md5）：${words}`)
    expect(own.children).toHaveLength(0)
    const results = form.getByRole('region', { name: '测试结果' })
    expect(seen.mock.contexts.some((shown) => (shown as Element).contains(results))).toBe(true)
    seen.mockRestore()
  })

  it('shows the steps of a running test as they are told, and lets it be given up', async () => {
    vi.stubGlobal('WebSocket', ServerSide)
    const stop = startLive(
      async () => 'ticket',
      () => {},
    )
    const aborted = Promise.withResolvers<string>()
    api.on(testServer, async ({ body }) => {
      aborted.resolve(body.run ?? '')
      return new Promise<never>(() => {})
    })
    const { user, form } = await openServer()
    await user.click(form.getByRole('button', { name: '测试连接' }))
    const run = await aborted.promise
    const list = form.getByRole('list')
    expect(list.querySelector('[aria-current=step]')?.textContent).toContain('地址')
    const step = { state: 'ok' as const, ms: 3, code: '', params: {} }
    await act(async () => {
      ServerSide.last!.say({ ready: true })
      ServerSide.last!.tell(
        'scope.test',
        { run },
        {
          steps: [
            { ...step, step: 'address' },
            { ...step, step: 'dns' },
          ],
        },
      )
    })
    expect(within(list).getAllByText('3 ms')).toHaveLength(2)
    expect(list.querySelector('[aria-current=step]')?.textContent).not.toContain('地址')
    await user.click(form.getByRole('button', { name: /取\s?消/ }))
    expect(await form.findByRole('button', { name: '测试连接' })).toBeTruthy()
    expect(form.queryByText('3 ms')).toBeNull()
    stop()
  })
})

describe('forms of the catalogue', () => {
  it('takes a ready layout, and names the key that is wrong in one of its own', async () => {
    const { user, form } = await openServer()
    const choose = async (name: string) => {
      await user.click(form.getByRole('combobox', { name: /^帧格式/ }))
      await user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
    }
    await choose('pomelo')
    expect(form.getByText('04 00 00 06 01 01 03 e9 08 01').tagName).toBe('DD')
    await choose('自定义（JSON）')
    const text = form.getByRole('textbox', { name: '帧格式 JSON' })
    const layout = { ...QD1, cipher: { kind: 'rc4', key: { text: '' } } }
    fireEvent.change(text, { target: { value: JSON.stringify(layout) } })
    expect(form.getByText('cipher.key must be {hex}, {text} or {reply, path}').textContent).toContain(
      'cipher',
    )
    fireEvent.change(text, { target: { value: '{' } })
    expect(form.getByText('这不是可用的帧格式，请对照预设更正。').tagName).toBe('P')
  })

  it('asks before it throws away what was typed', async () => {
    const { user, form } = await openServer()
    await user.type(form.getByLabelText(/^名称/), '甲')
    await user.click(screen.getByRole('button', { name: /Northwind 3/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /取\s?消/ }))
    expect(form.getByLabelText<HTMLInputElement>(/^名称/).value).toBe('潮汐之门甲')
    await user.click(screen.getByRole('button', { name: /Northwind 3/ }))
    await user.click(await screen.findByRole('button', { name: /放\s?弃/ }))
    expect(await panel('运营商')).toBeTruthy()
  })

  it('shows what hangs below before it deletes', async () => {
    api.on(deletePlace, () => ({ operators: 0, lines: 1, servers: 1 }))
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await user.click(await screen.findByRole('button', { name: /Northwind 3/ }))
    await user.click(await screen.findByRole('button', { name: /删\s?除/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('线路：1')).toBeTruthy()
    const go = dialog.getByRole<HTMLButtonElement>('button', { name: /删\s?除/ })
    expect(go.disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox'))
    await user.click(go)
    await waitFor(() =>
      expect(api.callsOf(deletePlace)[0]?.body).toMatchObject({ cascade: true, revision: 1 }),
    )
  })

  it('moves an operator among its siblings', async () => {
    api.on(orderPlaces, () => null)
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await user.click(await screen.findByRole('button', { name: 'Northwind：上移' }))
    await waitFor(() =>
      expect(api.callsOf(orderPlaces)[0]?.body).toEqual({ game: 'lantern', order: ['northwind', 'harbour'] }),
    )
  })

  it('without the right to edit there is nothing to press, and no way offered from the home page', async () => {
    const reader = testUser({
      roles: ['reviewer'],
      grants: [{ scope: '*', environment: '*', codes: ['catalogue.place.read'] }],
    })
    const still = { isEditable: false }
    api.on(catalogueTree, () => ({
      games: TREE.games.map((each) => ({ ...each, ...still })),
      operators: TREE.operators.map((each) => ({ ...each, ...still })),
      lines: TREE.lines.map((each) => ({ ...each, ...still })),
      canAddGames: false,
    }))
    const { user } = await renderWithApp(
      <>
        <CataloguePage />
        <FirstGameLink />
      </>,
      { user: reader },
    )
    await user.click(await screen.findByRole('button', { name: /测试线 test/ }))
    expect(await screen.findByText(/没有修改它的权限/)).toBeTruthy()
    for (const name of [/添加/, /保\s?存/, /删\s?除/, /移$/, '打开游戏目录']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })
})

describe('labels and keys of a server', () => {
  it('[S1.01] labels and addresses of a server are typed one by one, and saved with it', async () => {
    api.on(saveServer, () => ({ revision: 5 }))
    const { user, form } = await openServer()
    await user.type(form.getByLabelText(/^标签/), '新服{Enter}推荐{Enter}')
    await user.type(form.getByLabelText(/^允许的来源地址/), '10.0.0.0/8{Enter}')
    await user.click(form.getByRole('button', { name: /^保\s?存$/ }))
    await waitFor(() => expect(api.callsOf(saveServer)).toHaveLength(1))
    expect(api.callsOf(saveServer)[0]?.body).toMatchObject({
      labels: ['新服', '推荐'],
      openAddresses: ['10.0.0.0/8'],
    })
  })

  it('[S3.09] a key is replaced beside the old one, which is ended later', async () => {
    let keys = { keyId: 'k1', previousKeyId: '', revision: 4 }
    api.on(catalogueServers, () => [{ ...SERVER, ...keys }])
    api.on(rotateKey, ({ body }) => {
      keys = { keyId: body.keyId, previousKeyId: 'k1', revision: 5 }
      return { revision: 5 }
    })
    api.on(endPreviousKey, () => {
      keys = { ...keys, previousKeyId: '', revision: 6 }
      return { revision: 6 }
    })
    const { user } = await openServer()
    await user.click(await screen.findByRole('button', { name: '更换密钥' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^密钥编号/), 'k2')
    await user.type(dialog.getByLabelText(/^密钥\*?$/), 'a new key')
    await user.click(dialog.getByRole('button', { name: '更换密钥' }))
    await user.click(await screen.findByRole('button', { name: '停用旧密钥' }))
    await waitFor(() => expect(screen.queryByText('旧密钥仍有效')).toBeNull())
    const place = { lineId: 'northwind-test', sId: 123 }
    expect(api.callsOf(rotateKey)[0]?.body).toEqual({
      ...place,
      revision: 4,
      keyId: 'k2',
      hashKey: 'a new key',
    })
    expect(api.callsOf(endPreviousKey)[0]?.body).toEqual({ ...place, revision: 5 })
  })
})

describe('a console that is being set up', () => {
  it('says in words what comes below a game that has nothing yet', async () => {
    api.on(catalogueTree, () => ({ ...TREE, operators: [], lines: [] }))
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await user.click(await screen.findByText('添加运营商'))
    expect(await panel('运营商')).toBeTruthy()
  })
})

describe('the form of a game', () => {
  it('[S9.05] a game is given both bases of its uIds or none', async () => {
    api.on(catalogueTree, () => EMPTY)
    api.on(saveGame, () => ({ revision: 1 }))
    const { user } = await renderWithApp(<CataloguePage />, { user: keeper })
    await user.click(await screen.findByRole('button', { name: '添加第一个游戏' }))
    const form = within(await panel('游戏'))
    await user.type(form.getByLabelText(/^名称/), '灯海')
    await user.type(form.getByLabelText(/^编号/), 'lantern')
    await user.type(form.getByLabelText(/^代号/), 'lantern')
    await user.type(form.getByLabelText(/平台基数/), '100000000{Enter}')
    expect(api.callsOf(saveGame)).toHaveLength(0)
    expect(form.getByLabelText(/区服基数/).getAttribute('aria-invalid')).toBe('true')
    await user.type(form.getByLabelText(/区服基数/), '1000{Enter}')
    await waitFor(() =>
      expect(api.callsOf(saveGame)[0]?.body).toMatchObject({
        uIdBases: { platformBase: 100_000_000, serverBase: 1_000 },
      }),
    )
  })
})
