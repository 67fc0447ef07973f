import { groupTree, permissionList, roleOptions, userGrants } from '@qd/access/contract'
import { giveStepUp } from '@qd/session/contract'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FEATURES } from '../../../../apps/web/features.ts'
import { userDetail, userInvite, userLink, userList, userTie } from '../../contract/index.ts'
import UsersPage from './users-page.tsx'

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
  sameAs: [],
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
/** Who holds just these rights, in one game. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['lead'], grants: [{ scope: 'lantern', environment: '*', codes }] })
const looker = holding('users.user.read')
const inviter = holding('users.user.read', 'users.user.invite')

const asksProof = () => {
  const details = { stepUp: { action: 'a'.repeat(64), ways: ['code'], provider: '' } }
  return new FakeFailure(428, 'step_up_needed', '此操作需要再次验证您的身份', {
    err: { code: 'step_up_needed', retryable: false, details },
  })
}

let api: FakeApi
beforeEach(() => {
  const { sources: _sources, sameAs: _sameAs, ...row } = lin
  const answers = [
    fake(userList, () => ({ list: [row], total: 1 })),
    fake(userDetail, () => lin),
    fake(roleOptions, () => [
      { code: 'operator', name: '运营', isBuiltIn: true, codes: ['index.data.edit'], narrowed: [] },
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
      features: FEATURES,
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
      features: FEATURES,
    })
    await screen.findByRole('region', { name: '林夕' })
    await screen.findAllByText('灯海')
    screen.getByRole('columnheader', { name: 'Letzte Anmeldung' })
    expect(screen.queryByRole('button', { name: /Einladen|Berechtigungen vergeben|Entziehen/ })).toBeNull()
  })

  it('a refused invitation stays open with what was typed, the fault at its field', async () => {
    api.on(userInvite, () => {
      const err = { code: 'username_taken', retryable: false, field: 'username' }
      return new FakeFailure(409, 'username_taken', '用户名已被占用', { err })
    })
    const { user } = await renderWithApp(<UsersPage />, { path: '/users', user: inviter, features: FEATURES })
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

  it('narrows by state and role with the first page again, and asks for any again', async () => {
    const { user } = await renderWithApp(<UsersPage />, {
      path: '/users?page=3',
      user: looker,
      features: FEATURES,
    })
    await user.click(await screen.findByRole('button', { name: '状态' }))
    await user.click(screen.getByRole('option', { name: '正常' }))
    await user.click(screen.getByRole('button', { name: '权限角色' }))
    await user.click(await screen.findByRole('option', { name: '运营' }))
    await user.click(screen.getByRole('button', { name: '状态: 正常' }))
    await user.click(screen.getByRole('option', { name: '不限' }))
    await screen.findByRole('button', { name: '权限角色: 运营' })
    const asked = api.callsOf(userList).map(({ body }) => body)
    expect(asked).toMatchObject([
      { page: 3 },
      { page: 1, state: 'active' },
      { page: 1, state: 'active', role: 'operator' },
      { page: 1, role: 'operator' },
    ])
    expect(asked[3]).not.toHaveProperty('state')
  })

  it('says when a grant ends, and gives it another end', async () => {
    const until = Date.now() + 3 * 86_400_000 + 60_000
    const [first] = lin.grants
    api.on(userDetail, () => ({ ...lin, grants: [{ ...first!, until }] }))
    api.on(userGrants, () => null)
    const { user } = await renderWithApp(<UsersPage />, {
      path: '/users?user=id-lin',
      user: holding('users.user.read', 'users.grant.assign', 'index.data.edit'),
      features: FEATURES,
    })
    const panel = within(await screen.findByRole('region', { name: '林夕' }))
    await panel.findByText('3 天后结束')
    await user.click(panel.getByRole('button', { name: /^修改结束时间：运营/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '林夕 的权限结束时间' }))
    dialog.getByText(/时区：UTC/)
    const field = await dialog.findByLabelText<HTMLInputElement>('结束时间')
    await user.click(field)
    fireEvent.change(field, { target: { value: '2099-01-02 03:04:05' } })
    await user.keyboard('{Enter}')
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
    await screen.findByText('林夕 的结束时间已保存')
    expect(api.callsOf(userGrants)[0]?.body).toEqual({
      userId: 'id-lin',
      give: [
        {
          role: 'operator',
          scope: 'lantern',
          environment: 'test',
          until: Date.parse('2099-01-02T03:04:05'),
        },
      ],
      take: [],
    })
  })
})

describe('users page: proofs and faults', () => {
  it('ties an account of the same person with a proof, in one dialog', async () => {
    let isProven = false
    const zhou = { id: 'id-zhou', username: 'zhou', name: '周舟' }
    const { sources: _sources, sameAs: _sameAs, ...row } = lin
    api.on(userList, () => ({ list: [row, { ...row, ...zhou }], total: 2 }))
    api.on(userTie, () => (isProven ? null : asksProof()))
    api.on(giveStepUp, () => {
      isProven = true
      return null
    })
    const { user } = await renderWithApp(<UsersPage />, {
      path: '/users?user=id-lin',
      user: holding('users.user.read', 'users.user.edit'),
      features: FEATURES,
    })
    const panel = within(await screen.findByRole('region', { name: '林夕' }))
    const section = within(await panel.findByRole('region', { name: '同一人的其他账号' }))
    section.getByText('没有关联其他账号')
    await user.click(section.getByRole('combobox', { name: '关联账号…' }))
    await user.click(await screen.findByText('周舟 (zhou)'))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/林夕 \(lin\) 与 周舟 \(zhou\) 是同一个人吗/)
    api.on(userDetail, () => ({ ...lin, sameAs: [zhou] }))
    await user.type(dialog.getByLabelText('两步验证码'), '123456{Enter}')
    await section.findByRole('link', { name: '周舟 (zhou)' })
    expect(api.callsOf(userTie)[1]?.body).toEqual({ userId: 'id-lin', otherId: 'id-zhou' })
  })

  it('makes a new link with a proof, in one dialog', async () => {
    let isProven = false
    const link = { userId: 'id-lin', path: '/#/invitation?code=abc', expiresAt: 9 }
    api.on(userLink, () => (isProven ? link : asksProof()))
    api.on(giveStepUp, () => {
      isProven = true
      return null
    })
    const { user } = await renderWithApp(<UsersPage />, {
      path: '/users?user=id-lin',
      user: holding('users.user.read', 'users.user.edit'),
      features: FEATURES,
    })
    const panel = within(await screen.findByRole('region', { name: '林夕' }))
    await user.click(await panel.findByRole('button', { name: /操作/ }))
    await user.click(await screen.findByRole('menuitem', { name: '生成新链接' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/林夕 的密码、所有会话和 API 令牌立即失效/)
    await user.type(await dialog.findByLabelText('两步验证码'), '123456{Enter}')
    expect((await screen.findByText(/^http.*code=/)).textContent).toContain('code=abc')
    expect(api.callsOf(userLink)).toHaveLength(2)
  })

  it('a list that cannot be read says so and can be asked again', async () => {
    api.on(userList, () => new FakeFailure(503, 'store_unavailable', '数据库无法访问'))
    const { user } = await renderWithApp(<UsersPage />, { path: '/users', user: looker, features: FEATURES })
    await screen.findByText('数据库无法访问')
    api.on(userList, () => ({ list: [], total: 0 }))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    await screen.findByText('还没有用户')
  })
})
