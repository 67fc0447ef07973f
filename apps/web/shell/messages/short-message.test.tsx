import { useMessageLog } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TabBar } from '../tabs/tab-bar.tsx'
import { TabHost } from '../tabs/tab-host.tsx'
import { useTabs } from '../tabs/tabs-store.ts'
import { MessageButton } from './message-button.tsx'

const demo: WebFeature = {
  name: 'accounts',
  pages: [{ path: 'users', titleKey: 'users.title', component: () => null, level: 0 }],
}
vi.mock('../../features.ts', () => ({
  get FEATURES() {
    return [demo]
  },
}))

beforeEach(() => {
  useTabs.getState().reset()
  useMessageLog.getState().clear()
})
afterEach(() => void vi.useRealTimers())

it('[S9.01] a message stands for 600 ms and stays in the message centre', async () => {
  fakeApi()
  const { user } = await renderWithApp(
    <>
      <MessageButton />
      <TabBar />
      <TabHost />
    </>,
    { path: '/users', features: [demo], user: testUser({ roles: [], grants: [] }), language: 'en' },
  )
  const bar = within(screen.getByRole('navigation', { name: 'Open pages' }))
  bar.getByRole('link', { name: 'Users' }).focus()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  const copy = screen.getByRole('menuitem', { name: 'Copy link' })
  // Only what the fake clock is told passes: the 600 ms must not run while the test looks.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => {
    copy.click()
    await vi.advanceTimersByTimeAsync(0)
  })
  act(() => void vi.advanceTimersByTime(590))
  screen.getByText('Copied')
  act(() => void vi.advanceTimersByTime(20))
  expect(screen.queryByText('Copied')).toBeNull()
  vi.useRealTimers()

  await user.click(screen.getByRole('button', { name: /^Messages/ }))
  within(await screen.findByRole('dialog')).getByText('Copied')
})
