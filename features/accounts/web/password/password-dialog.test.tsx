import { getConfig } from '@qd/system/contract'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { changePassword } from '../../contract/index.ts'
import { passwordFault } from './check-password.ts'
import { openPasswordDialog } from './password-dialog.tsx'

async function fill(user: UserEvent, old: string, next: string, repeat: string): Promise<void> {
  const values = [
    ['旧密码', old],
    ['新密码', next],
    ['重复新密码', repeat],
  ] as const
  for (const [label, value] of values) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    if (value !== '') await user.type(field, value)
  }
  await user.click(screen.getByRole('button', { name: '修改密码' }))
}

const passwordMin = (min: number) =>
  fake(getConfig, () => Response.json({ status: 0, data: { passwordMin: min } }))
const sent = (api: FakeApi) => api.callsOf(changePassword)

async function open() {
  const app = await renderWithApp(<i />)
  act(() => openPasswordDialog())
  await screen.findByRole('dialog', { name: '安全设置' })
  return app
}

describe('change password', () => {
  it.each([
    [['', 'newpass', 'newpass'], '密码不能为空'],
    [['oldpass', '', 'newpass'], '密码不能为空'],
    [['oldpass', 'newpass', ''], '密码不能为空'],
    [['abc', 'abc', 'abc'], '新密码不能与旧密码相同'],
    [['oldpass', 'abcde', 'abcde'], '密码长度不可少于6位'],
    [['short', 'newpass', 'newpass'], '密码长度不可少于6位'],
    [['oldpass', 'newpass', 'newpasz'], '两次输入的新密码不一致'],
  ] as const)('[S5.03] %j is refused with its text and nothing is sent', async (values, text) => {
    const api = fakeApi([fake(changePassword, () => null), passwordMin(6)])
    const { user } = await open()
    const [old, next, repeat] = values
    await fill(user, old, next, repeat)
    screen.getByText(text)
    expect(sent(api)).toEqual([])
  })

  it('the rules are asked in this order: empty, same, short, repeat', () => {
    const faultOf = (oldPassword: string, password: string, repeat: string, newMin = 6) =>
      passwordFault({ oldPassword, password, repeat }, newMin)
    expect(faultOf('', '', 'x')?.fault).toBe('empty')
    expect(faultOf('abc', 'abc', 'x')?.fault).toBe('same')
    expect(faultOf('abc', 'abcd', 'x')).toEqual({ field: 'oldPassword', fault: 'short', min: 6 })
    expect(faultOf('abcdef', 'abcdefg', 'abcdefh')?.fault).toBe('differs')
    expect(faultOf('abcdef', '潮汐之门灯海', '潮汐之门灯海')).toBeNull()
    expect(faultOf('abcdef', '潮汐之门灯海', '潮汐之门灯海', 12)).toEqual({
      field: 'password',
      fault: 'short',
      min: 12,
    })
  })

  it('[S5.03] a console that asks for twelve characters says twelve of the new password, six of the old one', async () => {
    const api = fakeApi([fake(changePassword, () => null), passwordMin(12)])
    const { user } = await open()
    await waitFor(() => expect(api.calls).toHaveLength(1))
    await fill(user, 'oldpass', 'eleven chrs', 'eleven chrs')
    await screen.findByText('密码长度不可少于12位')
    await fill(user, 'short', 'twelve chars', 'twelve chars')
    await screen.findByText('密码长度不可少于6位')
    expect(sent(api)).toEqual([])
    await fill(user, 'oldpass', 'twelve chars', 'twelve chars')
    await screen.findByText('修改成功')
  })

  it('[S3.12][S7.07] sends new and old password, never the repeat, and says 修改成功', async () => {
    const api = fakeApi([fake(changePassword, () => null), passwordMin(6)])
    const { user } = await open()
    await fill(user, 'oldpass', 'newpass', 'newpass')
    await screen.findByText('修改成功')
    expect(sent(api)[0]!.body).toEqual({ password: 'newpass', oldPassword: 'oldpass' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows a refusal at the field it is about', async () => {
    const err = { code: 'password_old_wrong', retryable: false, field: 'oldPassword' }
    fakeApi([
      fake(changePassword, () => new FakeFailure(400, 'password_old_wrong', '旧密码错误', { err })),
      passwordMin(6),
    ])
    const { user } = await open()
    await fill(user, 'oldpass', 'newpass', 'newpass')
    await screen.findByText('旧密码错误')
    expect(screen.getByLabelText('旧密码').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>('新密码').value).toBe('newpass')
  })
})
