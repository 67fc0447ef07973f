import { groupTree } from '@qd/access/contract'
import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { userInvite, userInviteWays, userList } from '../../contract/index.ts'
import UsersPage from './users-page.tsx'

const inviter = testUser({
  roles: ['lead'],
  grants: [{ scope: 'lantern', environment: '*', codes: ['users.user.read', 'users.user.invite'] }],
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi([
    fake(userList, () => ({ list: [], total: 0 })),
    fake(groupTree, () => []),
    fake(userInviteWays, () => ({ mail: true })),
    fake(userInvite, ({ body }) => ({
      userId: 'id-new',
      path: '/#/invitation?code=abc',
      expiresAt: 9,
      mail: body.email === undefined ? ('off' as const) : ('sent' as const),
    })),
  ])
})

async function openForm() {
  const { user } = await renderWithApp(<UsersPage />, { path: '/users', user: inviter })
  await user.click((await screen.findAllByRole('button', { name: '邀请用户' }))[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/用户名/), 'lena')
  await user.type(dialog.getByLabelText(/姓名/), '莱娜')
  return { user, dialog }
}

describe('an invitation by mail', () => {
  it('is sent to the address that was typed, and the dialog says so beside the link', async () => {
    const { user, dialog } = await openForm()
    await user.type(await dialog.findByLabelText('邮箱'), 'lena@')
    await user.click(dialog.getByRole('button', { name: '生成邀请链接' }))
    expect(dialog.getByLabelText('邮箱').getAttribute('aria-invalid')).toBe('true')
    await user.type(dialog.getByLabelText('邮箱'), 'games.example')
    await user.click(dialog.getByRole('button', { name: '生成邀请链接' }))
    await screen.findByText('链接已同时发送到 lena@games.example')
    expect(screen.getByText(/^http.*code=abc/)).toBeTruthy()
    expect(api.callsOf(userInvite).map(({ body }) => body)).toMatchObject([{ email: 'lena@games.example' }])
  })

  it('without an address there is none, and one that could not be sent asks to send the link oneself', async () => {
    const { user, dialog } = await openForm()
    await dialog.findByLabelText('邮箱')
    await user.click(dialog.getByRole('button', { name: '生成邀请链接' }))
    await screen.findByText(/^http.*code=abc/)
    expect(api.callsOf(userInvite)[0]?.body).not.toHaveProperty('email')
    expect(screen.queryByText(/发送到/)).toBeNull()
  })

  it('a failed mail is told with what to do', async () => {
    api.on(userInvite, () => ({
      userId: 'u',
      path: '/#/invitation?code=abc',
      expiresAt: 9,
      mail: 'failed' as const,
    }))
    const { user, dialog } = await openForm()
    await user.type(await dialog.findByLabelText('邮箱'), 'lena@games.example')
    await user.click(dialog.getByRole('button', { name: '生成邀请链接' }))
    await screen.findByText('发送到 lena@games.example 失败，请复制链接自行发送')
  })

  it('a console that sends no mail asks for no address', async () => {
    api.on(userInviteWays, () => ({ mail: false }))
    const { dialog } = await openForm()
    await dialog.findByText(/部门/)
    expect(api.callsOf(userInviteWays)).toHaveLength(1)
    expect(dialog.queryByLabelText('邮箱')).toBeNull()
  })
})
