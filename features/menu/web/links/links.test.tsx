import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { setNavigator } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { linkList, menuList, readMenus } from '../../contract/index.ts'
import type { MenuLink } from '../../contract/index.ts'
import { ExtraLinks } from './extra-links.tsx'
import { QuickLinks } from './quick-links.tsx'
import { useProjectMenus } from './use-project-menus.ts'

const link = (part: Partial<MenuLink>): MenuLink => ({
  id: '1',
  place: 'quick',
  name: 'Runbook',
  url: 'https://wiki.example.org/p/{uId}?s={sId}',
  target: 'tab',
  ...part,
})
const scope = { game: 'lantern', partnerCode: 'harbour', lineId: 'harbour-dev', sId: 11, uId: '10011000003' }

function Where() {
  const { pathname, search } = useLocation()
  return <output>{`${pathname}${search}`}</output>
}

async function openFirst(links: MenuLink[]) {
  fakeApi([fake(linkList, () => ({ list: links }))])
  const app = await renderWithApp(
    <>
      <QuickLinks />
      <Where />
    </>,
    { scope },
  )
  await app.user.click(await screen.findByRole('button', { name: '快捷入口' }))
  await app.user.click(screen.getByRole('menuitem', { name: links[0]!.name }))
  return app
}

afterEach(() => void vi.restoreAllMocks())

describe('quick links', () => {
  it('[S1.02] a link of a tab opens one that knows nothing of the console, with the selection filled in', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await openFirst([link({})])
    expect(open.mock.calls).toEqual([
      ['https://wiki.example.org/p/10011000003?s=11', '_blank', 'noopener,noreferrer'],
    ])
  })

  it('[S2.15] a link of the console opens the shortcut page with url, name and uId', async () => {
    const went: string[] = []
    setNavigator((path) => void went.push(path))
    await openFirst([link({ target: 'page' })])
    const query = new URLSearchParams(went[0]?.split('?')[1])
    expect(went[0]).toMatch(/^\/shortcut\?/)
    expect(Object.fromEntries(query)).toEqual({
      url: 'https://wiki.example.org/p/10011000003?s=11',
      name: 'Runbook',
      uId: '10011000003',
    })
  })

  it('[S8.06] a link that may not be opened is refused in a box that has to be read', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await openFirst([link({ url: 'https://lin:secret@wiki.example.org/' })])
    const box = await screen.findByRole('dialog', { name: '错误提示' })
    expect(box.textContent).toContain('Runbook 的地址不能打开：不能包含用户名或密码')
    expect(open).not.toHaveBeenCalled()
    await user.click(within(box).getByRole('button', { name: /确\s?定/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[S1.02] without links there is no button', async () => {
    const api = fakeApi([fake(linkList, () => ({ list: [link({ place: 'extra' })] }))])
    await renderWithApp(<QuickLinks />, { scope })
    await waitFor(() => expect(api.callsOf(linkList)).toHaveLength(1))
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it('while the game is still being chosen, links are not asked for yet', async () => {
  const api = fakeApi([fake(linkList, () => ({ list: [link({})] }))])
  await renderWithApp(<QuickLinks />, { scope: { game: '', partnerCode: '', settledFor: null } })
  await act(async () => useScope.getState().selectGame('lantern', 'list'))
  await screen.findByRole('button')
  expect(api.callsOf(linkList).map(({ body }) => body)).toEqual([{ game: 'lantern' }])
})

it('whoever has no game sees the links of everywhere', async () => {
  const api = fakeApi([fake(linkList, () => ({ list: [link({})] }))])
  await renderWithApp(<QuickLinks />, { scope: { game: '', partnerCode: '', settledFor: null } })
  await act(async () => useScope.getState().settle('//'))
  await screen.findByRole('button')
  expect(api.callsOf(linkList).map(({ body }) => body)).toEqual([{}])
})

describe('extra menus', () => {
  it.each([true, false])('list the links meant for them, narrow %s', async (isBlock) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const links = [
      link({}),
      link({ id: '2', place: 'extra', name: '协议平台', url: 'https://proto.example.org/' }),
    ]
    fakeApi([fake(linkList, () => ({ list: links }))])
    const { user } = await renderWithApp(<ExtraLinks isBlock={isBlock} />, { scope })
    if (!isBlock) await user.click(await screen.findByRole('button', { name: '外部工具' }))
    await user.click(await screen.findByRole(isBlock ? 'button' : 'menuitem', { name: '协议平台' }))
    expect(open).toHaveBeenCalledWith('https://proto.example.org/', '_blank', 'noopener,noreferrer')
    expect(screen.queryByText('Runbook')).toBeNull()
  })
})

describe('the description of the protocol', () => {
  const page = {
    path: 'mock/:part?',
    titleKey: 't',
    component: Where,
    level: 0,
    permission: { routerName: 'mock', code: 'simulator.read', type: 'menu' },
  } as const
  const holder = testUser({
    grants: [{ scope: 'lantern', environment: '*', codes: ['mock.simulator.read'] }],
  })
  const proto = link({ id: '2', place: 'extra', name: '协议平台', url: 'https://proto.example.org/' })
  const again = link({ id: '3', place: 'extra', name: '协议说明', url: '#/mock/doc', target: 'page' })

  async function open(pages: (typeof page)[], user = holder) {
    const api = fakeApi([fake(linkList, () => ({ list: [proto, again] }))])
    const features = [{ name: 'menu', pages }]
    const app = await renderWithApp(<ExtraLinks isBlock />, { scope, features, user, language: 'en' })
    await screen.findByRole('button', { name: '协议平台' })
    expect(api.callsOf(linkList)).toHaveLength(1)
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    return { ...app, names }
  }

  it('stands before the extra menus once its page is there, and leads to #/mock/doc', async () => {
    const went: string[] = []
    setNavigator((path) => void went.push(path))
    const { names, user } = await open([page])
    expect(names).toEqual(['Protocol guide', '协议平台'])
    await user.click(screen.getByRole('button', { name: 'Protocol guide' }))
    expect(went).toEqual(['/mock/doc'])
  })

  it('leads nobody to a page that is not there or not theirs', async () => {
    expect((await open([])).names).toEqual(['协议平台', '协议说明'])
    cleanup()
    expect((await open([page], testUser({ grants: [] }))).names).toEqual(['协议平台', '协议说明'])
  })
})

describe('project menus', () => {
  const child = (type: string, name = type) => ({ name, type, project_ident: 'tide', project_id: '7' })

  /** What the hook gives of a project with these entries, beside two pages, one of them for who reads the audit. */
  async function shown(children: ReturnType<typeof child>[], user = testUser()) {
    const project = { project_id: '7', project_ident: 'tide', project_name: '潮汐', children }
    fakeApi([fake(menuList, () => ({ list: [project] }))])
    function Show() {
      return <output>{JSON.stringify(useProjectMenus())}</output>
    }
    const pages = [
      { path: 'audit', titleKey: 'editor.title', component: Show, level: 0, permission: readMenus },
      { path: 'open', titleKey: 'editor.title', component: Show, level: 0 },
    ] as const
    await renderWithApp(<Show />, { scope, user, features: [{ name: 'menu', pages }] })
    const output = await screen.findByText(/^\[\{|^\[\]/)
    return JSON.parse(output.textContent ?? '') as ReturnType<typeof useProjectMenus>
  }

  it('are grouped by project and list only pages that exist', async () => {
    expect(await shown([child('audit'), child('releaseApply')])).toEqual([
      {
        id: '7',
        name: '潮汐',
        entries: [{ label: 'audit', address: '/audit?game=lantern&pid=harbour', level: 1 }],
      },
    ])
  })

  it('name an entry without a name after its page, in the language of the reader', async () => {
    const [project] = await shown([child('open', '')])
    expect(project?.entries.map(({ label }) => label)).toEqual(['菜单管理'])
  })

  it('leave out what the reader may not open', async () => {
    const user = testUser({ grants: [] })
    const [project] = await shown([child('audit'), child('open')], user)
    expect(project?.entries.map(({ label }) => label)).toEqual(['open'])
  })
})
