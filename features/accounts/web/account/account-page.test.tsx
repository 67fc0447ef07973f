import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FEATURES } from '../../../../apps/web/features.ts'
import { ownRights } from '@qd/access/contract'
import {
  confirmSecondFactor,
  getSecondFactor,
  getUserInfo,
  giveStepUp,
  startSecondFactor,
} from '@qd/session/contract'
import { createToken, endOwnSession, listSessions, listTokens } from '../../contract/index.ts'
import AccountPage from './account-page.tsx'
import { codesOf, ownCodes, placesFor } from './token-rights.ts'

const here = {
  id: 's1',
  device: 'Firefox 143 · Linux',
  address: '127.0.0.1',
  createdAt: 1_800_000_000_000,
  lastSeenAt: 1_800_000_000_000,
  expiresAt: 1_800_000_000_000,
  isCurrent: true,
}
const there = { ...here, id: 's2', device: '', isCurrent: false }
const lists = [
  fake(getSecondFactor, () => ({ isOn: false, isForced: false, recoveryCodesLeft: 0 })),
  fake(listSessions, () => [here, there]),
  fake(listTokens, () => []),
  fake(ownRights, () => []),
  fake(getUserInfo, () => testUser() as never),
]

const ACTION = 'a'.repeat(64)
const asksProof = (way: 'code' | 'password') => {
  const details = { stepUp: { action: ACTION, ways: [way], provider: '' } }
  return new FakeFailure(428, 'step_up_needed', '此操作需要再次验证您的身份', {
    err: { code: 'step_up_needed', retryable: false, details },
  })
}

describe('own account', () => {
  it('[S2.28] changes the password from here', async () => {
    fakeApi(lists)
    const { user } = await renderWithApp(<AccountPage />, { features: FEATURES })
    await user.click(screen.getByRole('button', { name: '修改密码' }))
    await screen.findByRole('dialog', { name: '安全设置' })
  })

  it('refuses an empty name without asking the server', async () => {
    fakeApi(lists)
    const { user } = await renderWithApp(<AccountPage />, { features: FEATURES })
    await user.clear(screen.getByLabelText(/^姓名/))
    await user.click(screen.getByRole('button', { name: /^保\s?存$/ }))
    screen.getByText('此项必填')
  })

  it('who signs in through the company has neither password nor second factor here', async () => {
    fakeApi(lists)
    await renderWithApp(<AccountPage />, { features: FEATURES, user: testUser({ hasPassword: false }) })
    screen.getByText('通过公司账号登录，没有控制台密码。')
    expect(screen.queryByRole('button', { name: '修改密码' })).toBeNull()
    expect(screen.queryByText('两步验证')).toBeNull()
  })

  it('a preview shows no account', async () => {
    fakeApi([])
    const preview = { kind: 'preview', expiresAt: 0, idleMs: 1 } as const
    await renderWithApp(<AccountPage />, {
      features: FEATURES,
      user: testUser({ session: preview, preview: { label: 'r' } }),
    })
    screen.getByText('权限角色预览中看不到个人账号，请先退出预览。')
  })

  it('ends another session, never offers to end this one, and names an unknown device', async () => {
    const api = fakeApi([...lists, fake(endOwnSession, () => null)])
    const { user } = await renderWithApp(<AccountPage />, { features: FEATURES })
    await user.click(await screen.findByRole('button', { name: '结束 未知设备' }))
    await waitFor(() => expect(api.callsOf(endOwnSession)[0]?.body).toEqual({ sessionId: 's2' }))
    expect(screen.queryByRole('button', { name: '结束 Firefox 143 · Linux' })).toBeNull()
  })

  it('each part says for itself that it could not be read', async () => {
    const away = () => new FakeFailure(503, 'store_unavailable', '数据库不可用')
    fakeApi([fake(getSecondFactor, away), fake(listSessions, away), fake(listTokens, away)])
    await renderWithApp(<AccountPage />, { features: FEATURES })
    await waitFor(() => expect(screen.getAllByText('数据库不可用')).toHaveLength(3))
  })

  it('sets the second factor up: password, picture and key, code, recovery codes', async () => {
    let isProven = false
    const api = fakeApi([
      ...lists,
      fake(startSecondFactor, () =>
        isProven ? { secret: 'MZXW6YTBOI', address: 'otpauth://totp/x' } : asksProof('password'),
      ),
      fake(giveStepUp, ({ body }) => {
        if (body.password !== 'right') return new FakeFailure(400, 'password_wrong', '密码不正确')
        isProven = true
        return null
      }),
      fake(confirmSecondFactor, ({ body }) =>
        body.code === '123456'
          ? { recoveryCodes: ['AAAA-BBBB', 'CCCC-DDDD'] }
          : new FakeFailure(400, 'code_wrong', '验证码不正确'),
      ),
    ])
    const { user } = await renderWithApp(<AccountPage />, { features: FEATURES })
    await user.click(await screen.findByRole('button', { name: '开启两步验证' }))
    const proof = within(await screen.findByRole('dialog', { name: '两步验证' }))
    await user.type(await proof.findByLabelText('当前密码'), 'wrong{Enter}')
    await proof.findByText(/密码不正确$/)
    await user.clear(proof.getByLabelText('当前密码'))
    await user.type(proof.getByLabelText('当前密码'), 'right{Enter}')
    await screen.findByRole('img', { name: '两步验证二维码' })
    const dialog = within(screen.getByRole('dialog', { name: '两步验证' }))
    dialog.getByText('MZXW 6YTB OI')
    await user.type(dialog.getByLabelText('应用显示的 6 位验证码'), '000000{Enter}')
    await dialog.findByText(/验证码不正确$/)
    await user.clear(dialog.getByLabelText('应用显示的 6 位验证码'))
    await user.type(dialog.getByLabelText('应用显示的 6 位验证码'), '123456{Enter}')
    expect(await dialog.findAllByRole('listitem')).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: '我已保存好' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(confirmSecondFactor)).toHaveLength(2)
  })

  it('shows a new token once, and keeps what was typed when the password is wrong', async () => {
    fakeApi([
      ...lists,
      fake(createToken, ({ body }) =>
        body.password === 'right'
          ? { id: 't1', token: 'qdt_secret' }
          : new FakeFailure(400, 'password_wrong', '密码不正确'),
      ),
    ])
    const { user } = await renderWithApp(<AccountPage />, { features: FEATURES })
    await user.click(await screen.findByRole('button', { name: '创建令牌' }))
    const dialog = within(await screen.findByRole('dialog', { name: '创建令牌' }))
    await user.type(dialog.getByLabelText(/^名称/), 'daily')
    await user.type(dialog.getByLabelText(/^当前密码/), 'wrong{Enter}')
    await dialog.findByText(/密码不正确/)
    expect((dialog.getByLabelText(/^名称/) as HTMLInputElement).value).toBe('daily')
    await user.clear(dialog.getByLabelText(/^当前密码/))
    await user.type(dialog.getByLabelText(/^当前密码/), 'right{Enter}')
    await dialog.findByText('qdt_secret')
  })

  it('a token that acts alone asks for a proof in place of the password', async () => {
    let isProven = false
    const api = fakeApi([
      ...lists,
      fake(createToken, () => (isProven ? { id: 't1', token: 'qdt_secret' } : asksProof('code'))),
      fake(giveStepUp, () => {
        isProven = true
        return null
      }),
    ])
    const { user } = await renderWithApp(<AccountPage />, { features: FEATURES })
    await user.click(await screen.findByRole('button', { name: '创建令牌' }))
    const dialog = within(await screen.findByRole('dialog', { name: '创建令牌' }))
    await user.type(dialog.getByLabelText(/^名称/), 'nightly')
    await user.click(dialog.getByRole('combobox', { name: /不可撤销的操作/ }))
    await user.click(await screen.findByText('允许，无需本人'))
    expect(dialog.queryByLabelText(/^当前密码/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: '创建令牌' }))
    await user.type(await screen.findByLabelText('两步验证码'), '123456{Enter}')
    await dialog.findByText('qdt_secret')
    expect(api.callsOf(giveStepUp)[0]?.body).toEqual({ action: ACTION, code: '123456' })
    const sent = api.callsOf(createToken).map(({ body }) => body as object)
    expect(sent[1]).toEqual(sent[0])
    expect(sent[0]).toMatchObject({ actsAlone: true })
    expect(sent[0]).not.toHaveProperty('password')
  })
})

describe('rights of a token', () => {
  const user = testUser({
    grants: [{ scope: 'lantern/harbour', environment: 'test', codes: [] }],
    permissions: [
      {
        routerName: 'index',
        functionList: [
          { code: 'data.read', type: 'button' },
          { code: 'data.edit', type: 'button' },
        ],
      },
    ],
  })

  it('are a part of the own ones, along the grants and the selection', () => {
    const own = ownCodes(user)
    expect(own).toEqual(['index.data.edit', 'index.data.read'])
    expect(codesOf('read', own, [])).toEqual(['index.data.read'])
    expect(codesOf('all', own, [])).toEqual(own)
    expect(codesOf('chosen', own, ['index.data.edit'])).toEqual(['index.data.edit'])
    const selection = { game: 'lantern', partnerCode: 'harbour', lineId: 'harbour-dev', sId: 7 }
    expect(placesFor(user, selection)).toEqual([
      '*',
      'lantern/harbour',
      'lantern',
      'lantern/harbour/harbour-dev',
      'lantern/harbour/harbour-dev/7',
    ])
    expect(placesFor(user, {})).toEqual(['*', 'lantern/harbour'])
  })
})
