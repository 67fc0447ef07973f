import type { RouteReplyGiven } from '@qd/contract-kit'
import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  groupTree,
  permissionList,
  roleList,
  roleOptions,
  roleSave,
  userDetail,
  userInvite,
  userList,
} from '../contract/index.ts'
import { webFeature } from './index.tsx'
import RolesPage from './roles/roles-page.tsx'
import UsersPage from './users/users-page.tsx'
import { RoleNames } from './words/role-names.tsx'

const lin: RouteReplyGiven<typeof userDetail> = {
  id: 'id-lin',
  username: 'lin',
  name: '林夕',
  department: '运营',
  state: 'active',
  hasSecondFactor: false,
  mustUseSecondFactor: true,
  isExternal: false,
  link: 'none',
  createdAt: 1,
  lastLoginAt: null,
  isSelf: false,
  mayEdit: true,
  grants: [{ role: 'operator', scope: 'lantern', environment: 'test', mayTake: true }],
  groups: [{ id: 'g1', name: '夜班' }],
  sources: [
    {
      role: 'operator',
      scope: 'lantern',
      environment: 'test',
      roleName: '运营',
      isBuiltIn: true,
      group: null,
      codes: ['index.data.edit'],
    },
    {
      role: 'night',
      scope: '*',
      environment: '*',
      roleName: '夜',
      isBuiltIn: false,
      group: { id: 'g1', name: '夜班' },
      codes: ['index.data.edit'],
    },
  ],
}
const night = {
  code: 'night',
  name: '夜',
  isBuiltIn: false,
  codes: ['index.data.read'],
  version: 2,
  holders: 3,
  mayEdit: true,
}
const entry = (code: string, title: string) => ({ code, type: 'button', title, risk: 'R2' })

/** Who holds just these rights, in one game. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['lead'], grants: [{ scope: 'lantern', environment: '*', codes }] })
const looker = holding('users.user.read')
const inviter = holding('users.user.read', 'users.user.invite')
const keeper = holding('roles.role.read', 'roles.role.edit', 'index.data.read', 'index.data.edit')

let api: FakeApi
beforeEach(() => {
  const { sources: _sources, ...row } = lin
  const answers = [
    fake(userList, () => ({ list: [row], total: 1 })),
    fake(userDetail, () => lin),
    fake(roleOptions, () => [
      { code: 'operator', name: '运营', isBuiltIn: true, codes: ['index.data.edit'] },
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

describe('users page', () => {
  it('says in words what somebody holds, and which grant or group gives each right', async () => {
    await renderWithApp(<UsersPage />, {
      path: '/users?user=id-lin',
      user: looker,
      features: [webFeature],
    })
    const panel = await screen.findByRole('region', { name: '林夕' })
    await within(panel).findAllByText('灯海')
    const right = (await within(panel).findByText('index.data.edit')).closest('li')!
    // In words, though whoever may see users need not see the roles of the console.
    expect(right.textContent).toContain('修改玩家数据')
    expect(api.callsOf(permissionList)).toEqual([])
    expect(right.textContent).toContain('直接授予')
    expect(right.textContent).toContain('来自 夜班')
  })

  it('[S6.05] who may only look finds no way to change anything', async () => {
    api.on(userDetail, () => ({
      ...lin,
      mayEdit: false,
      grants: lin.grants.map((g) => ({ ...g, mayTake: false })),
    }))
    await renderWithApp(<UsersPage />, {
      path: '/users?user=id-lin',
      user: looker,
      language: 'de',
      features: [webFeature],
    })
    await screen.findByRole('region', { name: '林夕' })
    await screen.findAllByText('灯海')
    screen.getByRole('columnheader', { name: 'Letzte Anmeldung' })
    expect(screen.queryByRole('button', { name: /Einladen|Rechte vergeben|Entziehen/ })).toBeNull()
  })

  it('a refused invitation stays open with what was typed, the fault at its field', async () => {
    api.on(userInvite, () => {
      const err = { code: 'username_taken', retryable: false, field: 'username' }
      return new FakeFailure(409, 'username_taken', '用户名已被占用', { err })
    })
    const { user } = await renderWithApp(<UsersPage />, { path: '/users', user: inviter })
    await user.click(await screen.findByRole('button', { name: '邀请用户' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/用户名/), 'lin xi')
    await user.type(within(dialog).getByLabelText(/姓名/), '林')
    await user.click(within(dialog).getByRole('button', { name: '生成邀请链接' }))
    // Said by the page itself: nothing was sent.
    expect((await within(dialog).findByRole('alert')).textContent).toBe('格式不正确')
    expect(api.callsOf(userInvite)).toHaveLength(0)
    await user.clear(within(dialog).getByLabelText(/姓名/))
    await user.clear(within(dialog).getByLabelText(/用户名/))
    await user.type(within(dialog).getByLabelText(/用户名/), 'lin')
    await user.type(within(dialog).getByLabelText(/姓名/), '另一位')
    await user.click(within(dialog).getByRole('button', { name: '生成邀请链接' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('用户名已被占用')
    expect(within(dialog).getByDisplayValue('另一位')).toBeTruthy()
  })

  it('a list that cannot be read says so and can be asked again', async () => {
    api.on(userList, () => new FakeFailure(503, 'store_unavailable', '数据库无法访问'))
    const { user } = await renderWithApp(<UsersPage />, { path: '/users', user: looker })
    await screen.findByText('数据库无法访问')
    api.on(userList, () => ({ list: [], total: 0 }))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    await screen.findByText('还没有用户')
  })
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

it('roles are told of by name wherever they are shown, own ones to who may read them', async () => {
  api.on(roleOptions, () => [{ code: 'night', name: '夜', isBuiltIn: false, codes: [] }])
  const { container } = await renderWithApp(<RoleNames codes={['ROLE_ADMIN', 'night', 'gone']} />, {
    user: looker,
  })
  await waitFor(() => expect(container.textContent).toBe('超级管理员, 夜, gone'))
})
