import { webFeature } from '@qd/interface-settings/web'
import { preferenceGet, preferenceSave } from '@qd/interface-settings/contract'
import { useSettings } from '@qd/web-base'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import SettingsDrawer from './settings-drawer.tsx'
import { useSettingsFollow } from './use-settings-follow.ts'

const reader = testUser({ roles: ['reader'], grants: [] })
let isDown = true

function Settings() {
  useSettingsFollow()
  return <SettingsDrawer onClose={() => {}} />
}

async function open() {
  const api = fakeApi([
    fake(preferenceGet, () => ({ values: {} })),
    fake(preferenceSave, () => (isDown ? new FakeFailure(503, 'store_unavailable', '数据库不可用') : null)),
  ])
  const { user } = await renderWithApp(<Settings />, { user: reader, features: [webFeature] })
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const choose = async (name: string) => {
    const before = api.callsOf(preferenceSave).length
    await user.click(await screen.findByRole('radio', { name }))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(api.callsOf(preferenceSave).length).toBeGreaterThan(before)
  }
  return { user, choose }
}

afterEach(() => void vi.useRealTimers())

// Under an open drawer antd gives both titles one id in tests, so the box is found by its words.
const boxes = () => screen.queryAllByText('错误提示')

it('[S8.06] a setting that the account did not take is told of in a box, until it is read', async () => {
  const { user, choose } = await open()
  await choose('深色')
  await screen.findByText('界面设置:请求失败:数据库不可用')
  await choose('宽松')
  expect(boxes()).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(boxes()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(boxes()).toHaveLength(0))
  // What was chosen holds in this browser all the same.
  expect(useSettings.getState()).toMatchObject({ theme: 'dark', density: 'comfortable' })
  isDown = false
  await choose('紧凑')
  expect(boxes()).toHaveLength(0)
})

it('a setting chosen just before the page goes is saved with it', async () => {
  isDown = false
  const api = fakeApi([fake(preferenceGet, () => ({ values: {} })), fake(preferenceSave, () => null)])
  const { user } = await renderWithApp(<Settings />, { user: reader, features: [webFeature] })
  await user.click(await screen.findByRole('radio', { name: '浅色' }))
  expect(api.callsOf(preferenceSave)).toHaveLength(0)
  act(() => void dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(api.callsOf(preferenceSave)).toHaveLength(1))
})
