import { linkList, menuList } from '@qd/menu/contract'
import { gameList, lookup } from '@qd/scope/contract'
import '@qd/session/web'
import { confirmSecondFactor, getUserInfo, giveStepUp, startSecondFactor } from '@qd/session/contract'
import { call } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppRoutes } from '../router.tsx'
import { smallWorld, startSmallWorld } from './testing/small-world.ts'

const demo: WebFeature = {
  name: 'scope',
  pages: [{ path: 'index/:uId?', titleKey: 'game', component: () => <input aria-label="typed" />, level: 0 }],
}
vi.mock('../features.ts', () => ({ FEATURES: [demo] }))

const PLAYER = {
  id: '30123000045',
  sId: 123,
  name: '岚夜听潮',
  level: 68,
  online: false,
  channel: '',
  game: 'lantern',
  partnerCode: 'northwind',
  lineId: 'northwind-test',
}

const asksProof = () => {
  const details = { stepUp: { action: 'a'.repeat(64), ways: ['password'], provider: '' } }
  return new FakeFailure(428, 'step_up_needed', '此操作需要再次验证你的身份', {
    err: { code: 'step_up_needed', retryable: false, details },
  })
}

// Loaded ahead: on a busy machine the lazy chunks take longer than a query waits.
beforeAll(() => Promise.all([import('./shell.tsx'), import('@qd/session/web/second-factor')]))
beforeEach(startSmallWorld)

it('a user who is asked for a second factor while they work sets it up and goes on where they were', async () => {
  let isProven = false
  const session = { expiresAt: 0, idleMs: 7_200_000 }
  const api = fakeApi([
    fake(getUserInfo, () => testUser() as never),
    ...smallWorld(),
    fake(menuList, () => ({ list: [] })),
    fake(linkList, () => ({ list: [] })),
    fake(lookup, () => PLAYER),
    fake(startSecondFactor, () => (isProven ? { secret: 'ABCD', address: 'otpauth://totp/x' } : asksProof())),
    fake(giveStepUp, () => {
      isProven = true
      return null
    }),
    fake(confirmSecondFactor, () => ({ recoveryCodes: ['AAAA-BBBB'] })),
  ])
  const { user } = await renderWithApp(<AppRoutes />, { path: '/index/30123000045', features: [demo] })
  await user.type(await screen.findByLabelText('typed'), '守夜人')

  api.on(getUserInfo, () => testUser({ grants: [], session: { ...session, kind: 'pending' } }) as never)
  api.on(gameList, () => new FakeFailure(403, 'second_factor_setup', '请先设置两步验证'))
  // What follows the refusal goes on after the call: the page loads, asks for a secret and opens the dialog.
  await waitFor(() =>
    call(gameList, { body: {} }, { tag: 'kit:retry', told: 'toast' }).catch(() => undefined),
  )
  await user.type(await screen.findByLabelText('当前密码'), 'correct horse')
  expect(screen.queryByText(/请求失败/)).toBeNull()
  expect(screen.getByLabelText('typed').closest('[style*="display: none"]')).not.toBeNull()

  await user.keyboard('{Enter}')
  await user.type(await screen.findByRole('textbox', { name: /6 位/ }), '123456')
  await user.click(screen.getByRole('button', { name: /开\s?启/ }))
  api.on(getUserInfo, () => testUser({ hasSecondFactor: true }) as never)
  api.on(gameList, () => [])
  await user.click(await screen.findByRole('button', { name: '我已保存好' }))
  await waitFor(() => expect(screen.getByLabelText('typed').closest('[style*="display: none"]')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('守夜人')
})
