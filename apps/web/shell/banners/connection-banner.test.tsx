import { defineRoute, z } from '@qd/contract-kit'
import { call, checkReach, useLiveState, useReachability } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionBanner, troubleOf } from './connection-banner.tsx'

const health = { method: 'GET', permission: 'public', level: 0, risk: 'R0' } as const
const readyz = defineRoute({ ...health, path: '/readyz', title: 'r', reply: z.unknown() })
const list = defineRoute({ ...health, path: '/platform/list', title: 'l', reply: z.unknown() })

beforeEach(() => useLiveState.setState({ state: 'open' }))
afterEach(() => {
  vi.useRealTimers()
  useReachability.setState({ reach: 'fine' })
})

describe('connection banner', () => {
  it.each([
    ['offline', true, 'offline'],
    ['unreachable', true, 'unreachable'],
    ['storeDown', true, 'storeDown'],
    [null, true, 'reconnecting'],
    [null, false, null],
  ] as const)('outage %s, live lost %s: %s', (outage, isLost, expected) => {
    expect(troubleOf(outage, isLost)).toBe(expected)
  })

  it('a database that is gone is told, asked for every 3 s, and the telling ends when it is back', async () => {
    let isDown = true
    const api = fakeApi([
      fake(list, () => new FakeFailure(503, 'store_unavailable')),
      fake(readyz, () => (isDown ? new FakeFailure(503, 'store_unavailable') : 'ok')),
    ])
    await renderWithApp(<ConnectionBanner />)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await act(() => call(list, {}, { tag: 'kit:retry', told: 'inline' }).catch(() => undefined))
    await waitFor(() => screen.getByText(/数据库暂时不可用/))
    isDown = false
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await waitFor(() => expect(screen.queryByText(/数据库暂时不可用/)).toBeNull())
    expect(api.callsOf(readyz)).toHaveLength(2)
  })

  it('a console that does not answer is told; one failed call of a living console is not', async () => {
    const api = fakeApi([
      fake(list, () => Promise.reject(new TypeError('network'))),
      fake(readyz, () => 'ok'),
    ])
    await renderWithApp(<ConnectionBanner />)
    await act(() => call(list, {}, { tag: 'kit:retry', told: 'inline' }).catch(() => undefined))
    await waitFor(() => expect(api.callsOf(readyz)).toHaveLength(1))
    expect(screen.queryByText(/无法访问/)).toBeNull()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.on(readyz, () => Promise.reject(new TypeError('network')))
    act(() => checkReach())
    await waitFor(() => screen.getByText(/无法访问/))
    api.on(readyz, () => 'ok')
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await waitFor(() => expect(screen.queryByText(/无法访问/)).toBeNull())
  })

  it('says that the page has no network at once', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await renderWithApp(<ConnectionBanner />)
    screen.getByText(/网络已断开/)
    // Without network nothing else is worth telling.
    act(() => useReachability.setState({ reach: 'unreachable' }))
    screen.getByText(/网络已断开/)
    act(() => useReachability.setState({ reach: 'fine' }))
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/网络已断开/)).toBeNull()
  })
})
