import { followInstallOffer, useInstallOffer } from '@qd/web-base'
import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { updateStatus } from '../contract/index.ts'
import { ConsoleParts } from './console-parts.tsx'
import { InstalledNote } from './installed-note.tsx'

const holding = (...codes: string[]) =>
  testUser({ roles: ['keeper'], grants: [{ scope: '*', environment: '*', codes }] })

beforeEach(() => {
  useInstallOffer.setState({ install: null, isInstalled: false })
  const off = {
    stage: 'off',
    running: '0.1.0',
    feed: '',
    isByHand: false,
    checkedAt: null,
    fault: null,
    release: null,
    progress: null,
    file: null,
  } as const
  fakeApi([fake(updateStatus, () => off)], { isGuarded: true })
})

const show = (...codes: string[]) =>
  renderWithApp(
    <>
      <ConsoleParts />
      <InstalledNote />
    </>,
    { user: holding(...codes) },
  )

/** As Chromium does it: an event that can be held and asked later. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn() })
  act(() => void window.dispatchEvent(event))
  return event
}

describe('the console in settings', () => {
  it('opens the updates for those who manage them, and for nobody else', async () => {
    const { user, unmount } = await show('updates.manage')
    await user.click(screen.getByRole('button', { name: '控制台更新' }))
    expect(await screen.findByText('尚未配置更新源')).toBeTruthy()
    unmount()
    await show('redis.read')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('installs the window once the browser offers it, and says so when it is there', async () => {
    followInstallOffer()
    const { user } = await show('redis.read')
    expect(screen.queryByRole('button')).toBeNull()
    const event = offer()
    expect(event.defaultPrevented).toBe(true)
    await user.click(screen.getByRole('button', { name: '安装为独立窗口' }))
    expect(event.prompt).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button')).toBeNull()
    act(() => void window.dispatchEvent(new Event('appinstalled')))
    expect(await screen.findByText(/控制台已安装为独立窗口.*约 10 秒/)).toBeTruthy()
  })
})
