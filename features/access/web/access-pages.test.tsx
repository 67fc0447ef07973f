import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { groupTree, permissionList, roleList, roleOptions, roleSave } from '../contract/index.ts'
import RolesPage from './roles/roles-page.tsx'
import { RoleNames } from './words/role-names.tsx'

const night = {
  code: 'night',
  name: '夜',
  isBuiltIn: false,
  codes: ['index.data.read'],
  version: 2,
  holders: 3,
  mayEdit: true,
}
const entry = (code: string, title: string) => ({ code, type: 'button', title, risk: 'R2' as const })

/** Who holds just these rights, in one game. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['lead'], grants: [{ scope: 'lantern', environment: '*', codes }] })
const looker = holding('users.user.read')
const keeper = holding('roles.role.read', 'roles.role.edit', 'index.data.read', 'index.data.edit')

let api: FakeApi
beforeEach(() => {
  const answers = [
    fake(roleOptions, () => [
      { code: 'operator', name: '运营', isBuiltIn: true, codes: ['index.data.edit'], narrowed: [] },
    ]),
    fake(roleList, () => [night]),
    fake(permissionList, () => [
      { routerName: 'index', functionList: [entry('data.edit', '修改'), entry('data.read', '查看')] },
    ]),
    fake(groupTree, () => []),
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => []),
    fake(lineList, () => []),
    fake(serverList, () => []),
  ]
  api = fakeApi(answers, { isGuarded: true })
})

describe('roles page', () => {
  it('shows the difference and for how many before it saves; a conflict keeps what was ticked', async () => {
    api.on(roleSave, () => new FakeFailure(409, 'role_changed', '已被修改'))
    const { user } = await renderWithApp(<RolesPage />, { path: '/roles?role=night', user: keeper })
    await user.click(await screen.findByRole('checkbox', { name: /修改/ }))
    await screen.findByText('1 处改动')
    await user.click(screen.getByRole('button', { name: '查看改动并保存' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('立即对 3 位持有者生效')
    expect(within(dialog).getByText('index.data.edit')).toBeTruthy()
    api.on(roleList, () => [{ ...night, version: 3 }])
    await user.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
    await screen.findByText(/刚被他人修改/)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /修改/ }).checked).toBe(true)
    api.on(roleSave, () => ({ version: 4 }))
    await user.click(screen.getByRole('button', { name: '在其上保留我的改动' }))
    await user.click(screen.getByRole('button', { name: '查看改动并保存' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /保\s?存/ }))
    await waitFor(() => expect(api.callsOf(roleSave).at(-1)?.body).toMatchObject({ version: 3 }))
  })

  it('what somebody saved himself is no conflict, and can be changed and saved again at once', async () => {
    api.on(roleSave, () => ({ version: 3 }))
    const { user } = await renderWithApp(<RolesPage />, { path: '/roles?role=night', user: keeper })
    const save = async () => {
      await user.click(await screen.findByRole('button', { name: '查看改动并保存' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /保\s?存/ }))
    }
    await user.click(await screen.findByRole('checkbox', { name: /修改/ }))
    api.on(roleList, () => [{ ...night, codes: ['index.data.read', 'index.data.edit'], version: 3 }])
    await save()
    await screen.findByText('0 处改动')
    expect(screen.queryByText(/刚被他人修改/)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: /查看/ }))
    await save()
    await waitFor(() => expect(api.callsOf(roleSave).at(-1)?.body).toMatchObject({ version: 3 }))
  })

  it('names the pages of all permissions, also of those that have no place in the menu', async () => {
    api.on(permissionList, () => [
      { routerName: 'interface-settings', functionList: [entry('preset.share', '共享筛选方案')] },
      { routerName: 'mock', functionList: [entry('simulator.read', '查看协议定义')] },
    ])
    await renderWithApp(<RolesPage />, { path: '/roles?role=night', user: keeper })
    const pages = await screen.findByRole('navigation', { name: '页面' })
    const names = within(pages)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['界面设置0 / 1', '客户端模拟器0 / 1'])
  })
})

const day = { ...night, code: 'day', name: '日', holders: 1 }

describe('the first record', () => {
  it('[access.first] of the roles is open; the address still wins', async () => {
    api.on(roleList, () => [day, night])
    const { unmount } = await renderWithApp(<RolesPage />, { path: '/roles', user: keeper })
    await screen.findByRole('region', { name: /^日/ })
    unmount()
    await renderWithApp(<RolesPage />, { path: '/roles?role=night', user: keeper })
    await screen.findByRole('region', { name: /^夜/ })
  })

  it('[access.first] on a phone the list comes first, and what was begun in the other part stays', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: /max-width/.test(media),
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    api.on(roleList, () => [day, night])
    const { user } = await renderWithApp(<RolesPage />, { path: '/roles', user: keeper })
    await user.click(await screen.findByRole('button', { name: /^夜/ }))
    await user.click(await screen.findByRole('checkbox', { name: /修改/ }))
    await user.click(screen.getByRole('radio', { name: '权限角色' }))
    expect(screen.queryByRole('checkbox', { name: /修改/ })).toBeNull()
    await user.click(screen.getByRole('radio', { name: '夜' }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /修改/ }).checked).toBe(true)
    vi.unstubAllGlobals()
  })
})

it('roles are told of by name wherever they are shown, own ones to who may read them', async () => {
  api.on(roleOptions, () => [{ code: 'night', name: '夜', isBuiltIn: false, codes: [], narrowed: [] }])
  const { container } = await renderWithApp(<RoleNames codes={['ROLE_ADMIN', 'night', 'gone']} />, {
    user: looker,
  })
  await waitFor(() => expect(container.textContent).toBe('超级管理员, 夜, gone'))
})
