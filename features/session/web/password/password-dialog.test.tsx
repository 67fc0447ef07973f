import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-kit/testing'
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
    const api = fakeApi([fake(changePassword, () => null)])
    const { user } = await open()
    const [old, next, repeat] = values
    await fill(user, old, next, repeat)
    screen.getByText(text)
    expect(api.calls).toEqual([])
  })

  it('[S5.03] the rules are asked in this order: empty, same, short, repeat', () => {
    expect(passwordFault({ oldPassword: '', password: '', repeat: 'x' })?.fault).toBe('empty')
    expect(passwordFault({ oldPassword: 'abc', password: 'abc', repeat: 'x' })?.fault).toBe('same')
    expect(passwordFault({ oldPassword: 'abc', password: 'abcd', repeat: 'x' })?.fault).toBe('short')
    expect(passwordFault({ oldPassword: 'abcdef', password: 'abcdefg', repeat: 'abcdefh' })?.fault).toBe(
      'differs',
    )
    expect(
      passwordFault({ oldPassword: 'abcdef', password: '潮汐之门灯海', repeat: '潮汐之门灯海' }),
    ).toBeNull()
  })

  it('[S3.12][S7.07] sends new and old password, never the repeat, and says 修改成功', async () => {
    const api = fakeApi([fake(changePassword, () => null)])
    const { user } = await open()
    await fill(user, 'oldpass', 'newpass', 'newpass')
    await screen.findByText('修改成功')
    expect(api.calls[0]!.body).toEqual({ password: 'newpass', oldPassword: 'oldpass' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows a refusal at the field it is about', async () => {
    const err = { code: 'password_old_wrong', retryable: false, field: 'oldPassword' }
    fakeApi([fake(changePassword, () => new FakeFailure(400, 'password_old_wrong', '旧密码错误', { err }))])
    const { user } = await open()
    await fill(user, 'oldpass', 'newpass', 'newpass')
    await screen.findByText('旧密码错误')
    expect(screen.getByLabelText('旧密码').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>('新密码').value).toBe('newpass')
  })
})
