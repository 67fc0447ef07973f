import { getConfig } from '@qd/system/contract'
import { getInvitation, setupState } from '@qd/session/contract'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppRoutes } from './router.tsx'

function pressed(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, bubbles: true })
  document.body.dispatchEvent(event)
  return event
}

async function open(path: string) {
  fakeApi([
    fake(getConfig, () => Response.json({ status: 0, data: { sandbox: false } })),
    fake(getInvitation, () => new FakeFailure(503, 'store_unavailable', '数据库不可用')),
    fake(setupState, () => new FakeFailure(503, 'store_unavailable', '数据库不可用')),
  ])
  window.location.hash = `#${path}`
  await renderWithApp(<AppRoutes />, { path, user: null })
}

describe('pages without a session', () => {
  it.each([
    '/login',
    '/setup?code=abcdefghijklmnopqrstuvwxyz',
    '/invitation?code=abcdefghijklmnopqrstuvwxyz',
    '/404',
  ])('[S9.07] %s keeps ctrl + r, h, m and enter from the browser', async (path) => {
    await open(path)
    // The page stands, whichever it is.
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
    for (const key of ['r', 'h', 'm', 'Enter']) expect(pressed(key).defaultPrevented, key).toBe(true)
    expect(pressed('k').defaultPrevented).toBe(false)
  })
})
