import type { RouteReply } from '@qd/contract-kit'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseKind, mailBegin, mailConfirm, mailRemove, notificationSettings } from '../../contract/index.ts'
import SettingsPanel from './settings-panel.tsx'

const reader = testUser({ roles: [], grants: [] })
const KIND = {
  kind: 'session.newDevice',
  name: '新设备登录',
  level: 'warning' as const,
  inConsole: true,
  byMail: false,
}
const NO_MAIL: RouteReply<typeof notificationSettings>['mail'] = {
  isOn: true,
  address: '',
  waiting: '',
  refusedAt: null,
}

async function show(mail = NO_MAIL) {
  const state = { kinds: [KIND], mail }
  const api = fakeApi(
    [
      fake(notificationSettings, () => ({ ...state })),
      fake(chooseKind, () => null),
      fake(mailBegin, () => null),
      fake(mailConfirm, () => null),
      fake(mailRemove, () => null),
    ],
    { isGuarded: true },
  )
  const app = await renderWithApp(<SettingsPanel />, { user: reader })
  await screen.findByText('新设备登录')
  return { ...app, api, state }
}

describe('what the own account is told of', () => {
  it('each kind is switched for the console; mail needs an address first', async () => {
    const { api, user } = await show()
    const byMail = screen.getByRole<HTMLButtonElement>('switch', { name: '新设备登录: 邮件' })
    expect(byMail.disabled).toBe(true)
    await user.click(screen.getByRole('switch', { name: '新设备登录: 控制台' }))
    expect(api.callsOf(chooseKind)[0]?.body).toEqual({
      kind: 'session.newDevice',
      inConsole: false,
      byMail: false,
    })
  })

  it('where the console sends no mail nothing asks for it', async () => {
    await show({ ...NO_MAIL, isOn: false })
    expect(screen.queryByRole('columnheader', { name: '邮件' })).toBeNull()
    expect(screen.getAllByRole('switch')).toHaveLength(1)
  })

  it('an address is used once its code was typed; a wrong code is told at its field', async () => {
    const { api, user, state } = await show()
    await user.click(screen.getByRole('button', { name: '添加邮箱地址' }))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText(/邮箱地址/), 'lin@games.example')
    await user.click(screen.getByRole('button', { name: '发送验证码' }))
    const code = within(await screen.findByRole('dialog', { name: '输入验证码' }))
    expect(api.callsOf(mailBegin)[0]?.body).toEqual({ address: 'lin@games.example' })
    api.on(
      mailConfirm,
      () =>
        new FakeFailure(400, 'mail_code_wrong', '验证码错误', {
          err: { code: 'mail_code_wrong', retryable: false, field: 'mailCode' },
        }),
    )
    await user.type(code.getByLabelText(/验证码/), '123456')
    await user.click(code.getByRole('button', { name: /使用该地址$/ }))
    await code.findByText('验证码错误')
    api.on(mailConfirm, () => null)
    state.mail = { isOn: true, address: 'lin@games.example', waiting: '', refusedAt: null }
    await user.click(code.getByRole('button', { name: /使用该地址$/ }))
    await screen.findByText('lin@games.example', { selector: 'strong' })
    await user.click(screen.getByRole('switch', { name: '新设备登录: 邮件' }))
    expect(api.callsOf(chooseKind)[0]?.body).toMatchObject({ byMail: true })
  })

  it('asks before an address goes', async () => {
    const { api, user } = await show({
      isOn: true,
      address: 'lin@games.example',
      waiting: '',
      refusedAt: null,
    })
    await user.click(screen.getByRole('button', { name: '删除地址' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(api.callsOf(mailRemove)).toEqual([])
    await user.click(dialog.getByRole('button', { name: '删除地址' }))
    await waitFor(() => expect(api.callsOf(mailRemove)).toHaveLength(1))
  })

  it('says so when the last mail was refused', async () => {
    await show({ isOn: true, address: 'lin@games.example', waiting: '', refusedAt: 1_800_000_000_000 })
    screen.getByText('上一封邮件被邮件服务器拒收，请检查地址。')
  })

  it('says so where the console sends no mail', async () => {
    await show({ isOn: false, address: '', waiting: '', refusedAt: null })
    screen.getByText('此控制台不发送邮件。')
    expect(screen.queryByRole('button', { name: '添加邮箱地址' })).toBeNull()
  })
})
