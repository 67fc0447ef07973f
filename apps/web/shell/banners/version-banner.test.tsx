import { getConfig } from '@qd/system/contract'
import { useLiveState } from '@qd/web-calls'
import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { VersionBanner, isOutdated } from './version-banner.tsx'

function pageOf(build: string): void {
  document.head.insertAdjacentHTML('beforeend', `<meta name="qd-build" content="${build}">`)
}
const serverWith = (build: string) =>
  fakeApi([
    fake(getConfig, () => Response.json({ status: 0, msg: '', data: { build }, requestId: 'test-request' })),
  ])

afterEach(() => document.head.querySelector('meta[name="qd-build"]')?.remove())

describe('new version', () => {
  it.each([
    ['a1', 'b2', true],
    ['a1', 'a1', false],
    ['', 'b2', false],
    ['a1', '', false],
    ['a1', undefined, false],
  ])('pages %s, server %s: outdated %s', (ours, theirs, expected) => {
    expect(isOutdated(ours, theirs)).toBe(expected)
  })

  it('is told once the server has other pages', async () => {
    pageOf('a1')
    serverWith('b2')
    await renderWithApp(<VersionBanner />)
    await screen.findByText(/控制台已更新/)
    screen.getByRole('button', { name: '刷新页面' })
  })

  it('is looked for anew when a lost connection comes back, and not when it first opens', async () => {
    pageOf('a1')
    const api = serverWith('a1')
    await renderWithApp(<VersionBanner />)
    await waitFor(() => expect(api.callsOf(getConfig)).toHaveLength(1))
    act(() => useLiveState.setState({ state: 'open' }))
    act(() => useLiveState.setState({ state: 'closed' }))
    expect(api.callsOf(getConfig)).toHaveLength(1)
    act(() => useLiveState.setState({ state: 'open' }))
    await waitFor(() => expect(api.callsOf(getConfig)).toHaveLength(2))
  })

  it('is not told while they are the same', async () => {
    pageOf('a1')
    const api = serverWith('a1')
    await renderWithApp(<VersionBanner />)
    await waitFor(() => expect(api.callsOf(getConfig).length).toBeGreaterThan(0))
    expect(screen.queryByText(/控制台已更新/)).toBeNull()
  })
})
