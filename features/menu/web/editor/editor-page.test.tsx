import { roleList } from '@qd/access/contract'
import type { Language } from '@qd/i18n'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { menuEditor, orderLinks, removeLink, saveLink } from '../../contract/index.ts'
import type { LinkRecord } from '../../contract/index.ts'
import EditorPage from './editor-page.tsx'

const record = (part: Partial<LinkRecord>): LinkRecord => ({
  id: '1',
  place: 'quick',
  name: '工单',
  url: 'https://tickets.example.org/list',
  target: 'page',
  game: '',
  operator: '',
  roles: [],
  allowPrivate: false,
  allowLoopback: false,
  isFixed: false,
  version: 3,
  ...part,
})
const links = [
  record({ id: 'file:quick:0', name: 'Runbook', isFixed: true }),
  record({}),
  record({ id: '2', name: '图表' }),
]

const access: WebFeature = {
  name: 'access',
  pages: [],
  roleName: (code) => (code === 'developer' ? '开发' : ''),
}

/** Who holds just these rights; menus are of the whole console. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: '*', environment: '*', codes }] })
const reader = holding('menus.menu.read')
const editor = holding('menus.menu.read', 'menus.menu.edit')

async function show(user = editor, language: Language = 'cn') {
  const answers = [
    fake(menuEditor, () => ({ links, projects: [] })),
    fake(saveLink, () => ({ id: '1', version: 4 })),
    fake(orderLinks, () => null),
    fake(removeLink, () => null),
  ]
  const api = fakeApi(answers, { isGuarded: true })
  const app = await renderWithApp(<EditorPage />, { user, language, features: [access] })
  await screen.findByText('图表')
  return { ...app, api }
}

afterEach(() => void vi.useRealTimers())

describe('menu editor', () => {
  it('a new link is sent as typed; a wrong address is explained while typing and keeps what was typed', async () => {
    const { api, user } = await show()
    api.on(
      saveLink,
      () =>
        new FakeFailure(400, 'link_address_invalid', '链接地址：不能包含用户名或密码', {
          err: { code: 'link_address_invalid', retryable: false, field: 'values.url' },
        }),
    )
    await user.click(screen.getByRole('button', { name: /添加链接/ }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/名称/), '聊天')
    await user.type(within(dialog).getByLabelText(/地址/), 'https://a:b@chat.example.org')
    within(dialog).getByText('不能包含用户名或密码')
    await user.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
    await within(dialog).findByText('链接地址：不能包含用户名或密码')
    expect(within(dialog).getByLabelText<HTMLInputElement>(/名称/).value).toBe('聊天')
    api.on(saveLink, () => ({ id: '9', version: 1 }))
    await user.clear(within(dialog).getByLabelText(/地址/))
    await user.type(within(dialog).getByLabelText(/地址/), 'https://chat.example.org')
    await user.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(saveLink).at(-1)?.body).toEqual({
      values: {
        place: 'quick',
        name: '聊天',
        url: 'https://chat.example.org',
        target: 'tab',
        game: '',
        operator: '',
        roles: [],
        allowPrivate: false,
        allowLoopback: false,
      },
    })
  })

  it('asks before a link goes; what stands in the way is said in the question', async () => {
    const { api, user } = await show()
    api.on(removeLink, () => new FakeFailure(409, 'menu_changed', '菜单已被他人修改'))
    const actions = screen.getAllByRole('button', { name: '行操作' })
    await user.click(actions[1]!)
    await user.click(await screen.findByRole('menuitem', { name: '删除' }))
    const dialog = await screen.findByRole('dialog', { name: '删除' })
    expect(api.callsOf(removeLink)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: /删\s?除/ }))
    await within(dialog).findByText('删除:请求失败:菜单已被他人修改')
    api.on(removeLink, () => null)
    await user.click(within(dialog).getByRole('button', { name: /删\s?除/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(removeLink).at(-1)?.body).toEqual({ id: '1', version: 3 })
  })

  it('[S8.06] what was asked for and done is told for 5 s, in the words of the reader', async () => {
    const { user } = await show(editor, 'fr')
    await user.click(screen.getAllByRole('button', { name: 'Actions de la ligne' })[1]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Supprimer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Supprimer' }))
    const go = dialog.getByRole('button', { name: 'Supprimer' })
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await user.click(go)
    await screen.findByText('工单 a été supprimé')
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    screen.getByText('工单 a été supprimé')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.queryByText('工单 a été supprimé')).toBeNull()
  })

  it('offers the roles of this console to who may read them', async () => {
    const { api, user } = await show(holding('menus.menu.read', 'menus.menu.edit', 'roles.role.read'))
    const role = { codes: [], version: 1, holders: 0, mayEdit: true }
    api.on(roleList, () => [
      { ...role, code: 'reader', name: '只读', isBuiltIn: true },
      { ...role, code: 'night-shift', name: '夜班', isBuiltIn: false },
    ])
    await user.click(screen.getByRole('button', { name: /添加链接/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: /角色/ }))
    await screen.findByTitle('夜班 (night-shift)')
    expect(screen.queryByTitle('开发')).toBeNull()
  })

  it('offers the built-in roles to who may not read the others', async () => {
    const { api, user } = await show()
    await user.click(screen.getByRole('button', { name: /添加链接/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: /角色/ }))
    await screen.findByTitle('开发')
    expect(api.callsOf(roleList)).toEqual([])
  })

  it('who may only look sees no way to change', async () => {
    await show(reader)
    expect(screen.queryByRole('button', { name: /添加链接/ })).toBeNull()
  })

  it('says so when there are none', async () => {
    const { user } = await show(reader)
    await user.click(screen.getByRole('radio', { name: '项目菜单' }))
    await screen.findByText('还没有项目')
  })

  it('only who may open networks lets a link shown in the console reach private addresses', async () => {
    const edit = async (who: ReturnType<typeof testUser>) => {
      const app = await show(who)
      const row = screen.getByText('工单').closest<HTMLElement>('[role="row"]')!
      await app.user.click(within(row).getByRole('button'))
      await app.user.click(await screen.findByRole('menuitem', { name: '修改' }))
      return { ...app, dialog: within(await screen.findByRole('dialog')) }
    }
    const without = await edit(editor)
    expect(without.dialog.getByRole<HTMLButtonElement>('switch', { name: '允许内网地址' }).disabled).toBe(
      true,
    )
    without.unmount()
    const opener = holding('menus.menu.read', 'menus.menu.edit', 'catalogue.network.allow')
    const { api, user: hand, dialog } = await edit(opener)
    await hand.click(dialog.getByRole('switch', { name: '允许内网地址' }))
    await hand.click(dialog.getByRole('button', { name: /保\s?存/ }))
    await waitFor(() =>
      expect(api.callsOf(saveLink).at(-1)?.body).toMatchObject({
        values: { allowPrivate: true, allowLoopback: false },
      }),
    )
  })
})
