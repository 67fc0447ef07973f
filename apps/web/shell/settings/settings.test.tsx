import { DEFAULT_SETTINGS, useSettings } from '@qd/web-base'
import { loadKept } from '@qd/web-frame'
import { fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SettingsDrawer from './settings-drawer.tsx'
import { settingsInFile } from './transfer.ts'
import { useSettingsFollow } from './use-settings-follow.ts'

const settings = () => useSettings.getState()
const open = async () => {
  const app = await renderWithApp(<SettingsDrawer onClose={() => {}} />)
  await screen.findByRole('radio', { name: '浅色' })
  return app
}

let api: FakeApi
beforeEach(() => void (api = fakeApi()))

describe('settings panel', () => {
  it('[S2.29][S3.13][S7.23] theme, density and colour take effect at once', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: '深色' }))
    await user.click(screen.getByRole('radio', { name: '宽松' }))
    await user.click(screen.getByRole('radio', { name: '主题颜色 #7C5CFC' }))
    const root = document.documentElement
    expect(root.dataset).toMatchObject({ theme: 'dark', density: 'comfortable' })
    expect(root.style.getPropertyValue('--qd-theme')).toBe('#7C5CFC')
    expect(JSON.parse(localStorage.getItem('qd.settings') ?? '{}').state).toMatchObject({
      theme: 'dark',
      density: 'comfortable',
      themeColor: '#7C5CFC',
    })
    // The colour is worked out here: no stylesheet is fetched for it.
    expect(document.querySelector('link[rel="stylesheet"]')).toBeNull()
    expect(api.calls).toEqual([])
  })

  it('any colour may be the theme', async () => {
    await open()
    fireEvent.change(screen.getByLabelText('自定义颜色'), { target: { value: '#123456' } })
    expect(settings().themeColor).toBe('#123456')
    expect(screen.queryByRole('radio', { name: /主题颜色/, checked: true })).toBeNull()
  })

  it.each([
    ['显示标签页', 'tagsView', false],
    ['固定顶栏', 'fixedHeader', false],
    ['显示产品标志', 'sidebarLogo', false],
    ['减少动画', 'reducedMotion', true],
    ['单键快捷键', 'singleKeys', false],
    ['Ctrl/⌘ + R 交给浏览器', 'browserReload', true],
    ['礼包大数显示为时间', 'giftTimes', true],
    ['显示调试信息', 'debugging', true],
  ] as const)('[S3.13] the switch %s changes %s', async (label, name, value) => {
    const { user } = await open()
    await user.click(screen.getByRole('switch', { name: label }))
    expect(settings()[name]).toBe(value)
  })

  it('everything can be put back as it was', async () => {
    settings().change({
      language: 'cn',
      theme: 'dark',
      themeColor: '#E0529C',
      density: 'comfortable',
      timeZone: 'utc',
    })
    const { user } = await open()
    await user.click(screen.getByRole('radio', { name: 'UTC' }))
    await user.click(screen.getByRole('button', { name: '恢复默认' }))
    expect(settings()).toMatchObject(DEFAULT_SETTINGS)
  })

  it('a file with settings is taken, another one refused with a reason', async () => {
    const { user } = await open()
    const file = (text: string) => new File([text], 'settings.json', { type: 'application/json' })
    await user.upload(screen.getByLabelText('导入', { selector: 'input' }), file('{"rows":[1]}'))
    await screen.findByText('此文件中没有界面设置')
    await user.upload(
      screen.getByLabelText('导入', { selector: 'input' }),
      file('{"timeZone":"utc","theme":3}'),
    )
    await screen.findByText('设置已导入')
    expect(settings()).toMatchObject({ timeZone: 'utc', theme: 'light' })
  })

  it.each(['', 'not json', '[]', '{"theme":"pink"}'])('a file with %.20s holds no settings', async (text) =>
    expect(await settingsInFile(new File([text], 'x.json'))).toBeNull(),
  )
})

describe('settings of the account', () => {
  const Follow = () => {
    useSettingsFollow()
    return null
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  it('what the account keeps takes effect, what is changed here goes to the account', async () => {
    const save = vi.fn(async () => {})
    const load = async () => ({ settings: { theme: 'dark', density: 'huge' } })
    await renderWithApp(<Follow />, {
      features: [{ name: 'keeper', pages: [], preferences: { load, save } }],
    })
    await act(() => loadKept())
    await waitFor(() => expect(settings().theme).toBe('dark'))
    expect(settings().density).toBe('compact')
    expect(save).not.toHaveBeenCalled()
    vi.useFakeTimers()
    act(() => settings().change({ timeZone: 'utc' }))
    act(() => settings().change({ density: 'comfortable' }))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(save.mock.calls).toEqual([
      ['settings', expect.objectContaining({ theme: 'dark', timeZone: 'utc', density: 'comfortable' })],
    ])
  })
})
