import { getConfig } from '@qd/system/contract'
import { fake, fakeApi, renderWithApp } from '@qd/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QuickLinks } from './quick-links.tsx'

/** The settings as the server gives them, as far as the list reads them. */
function settings(menus: { name: string; url: string; target?: string }[]) {
  const answer = { status: 0, msg: '', data: { menus }, requestId: 'test-request' }
  return fakeApi([fake(getConfig, () => Response.json(answer))])
}

afterEach(() => void vi.restoreAllMocks())

describe('quick links', () => {
  it.each([
    [undefined, '_blank', 'noopener'],
    ['_blank', '_blank', 'noopener'],
    ['_self', '_self', ''],
  ])('[S1.02] a configured link with target %s opens in %s', async (target, opensIn, features) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    settings([{ name: 'Runbook', url: 'https://wiki.example.org/runbook', ...(target ? { target } : {}) }])
    const { user } = await renderWithApp(<QuickLinks />)
    await user.click(await screen.findByRole('button', { name: '快捷入口' }))
    await user.click(screen.getByRole('menuitem', { name: 'Runbook' }))
    expect(open.mock.calls).toEqual([['https://wiki.example.org/runbook', opensIn, features]])
  })

  it('[S1.02] without links there is no button', async () => {
    const api = settings([])
    await renderWithApp(<QuickLinks />)
    await waitFor(() => expect(api.callsOf(getConfig)).toHaveLength(1))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
