import { useScope } from '@qd/web-calls'
import type { ServerOption } from '@qd/web-calls'
import { ZoneNote } from '@qd/web-controls'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serverTime } from '../../contract/index.ts'
import { POLL_MS, RETRY_MS, TICK_MS, gameTimeAt, offsetParts, sampleOf } from './server-clock.ts'
import { ServerClock } from './server-clock-view.tsx'

describe('clock sums', () => {
  it('the answer is half a round trip old when it arrives', () => {
    const sample = sampleOf({ timestamp: 1_000, offset: 0, zone: 480 }, 50, 250)
    expect(gameTimeAt(sample, 250)).toBe(1_000_100)
    expect(gameTimeAt(sample, 1_250)).toBe(1_001_100)
  })

  it.each([
    [86_400, '+', [['day', 1]]],
    [-86_400, '-', [['day', 1]]],
    [
      90_061,
      '+',
      [
        ['day', 1],
        ['hour', 1],
      ],
    ],
    [3_600, '+', [['hour', 1]]],
    [
      -95,
      '-',
      [
        ['minute', 1],
        ['second', 35],
      ],
    ],
  ] as const)('%i s is shown by its two largest units', (seconds, sign, parts) => {
    expect(offsetParts(seconds)).toEqual({ sign, parts: parts.map(([unit, count]) => ({ unit, count })) })
  })

  it.each([0, 1, -2, 0.4])('%d s is noise', (seconds) => {
    expect(offsetParts(seconds)).toBeNull()
  })

  it('polls every 10 s and ticks every second', () => {
    expect([POLL_MS, TICK_MS]).toEqual([10_000, 1_000])
  })
})

const noon = Date.UTC(2026, 10, 21, 12, 0, 0) / 1000
const answer = { timestamp: noon, real: noon - 86_400, offset: 86_400, zone: 480 }

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    // An answer passes through several promises before it is on screen.
    for (let turn = 0; turn < 10; turn += 1) await vi.advanceTimersByTimeAsync(0)
  })
}

/** The clock starts under fake time; the screen around it was rendered in real time. */
async function showClock(): Promise<void> {
  await renderWithApp(<ServerClock />, { scope: { ...TEST_SCOPE, sId: 0 } })
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  act(() => useScope.setState({ sId: TEST_SCOPE.sId }))
  await pass(0)
}

afterEach(() => void vi.useRealTimers())

describe('server clock', () => {
  it('[S1.04][S9.01] shows server id, game time in its zone and the offset, and ticks', async () => {
    fakeApi([fake(serverTime, () => answer)])
    await showClock()
    screen.getByText('S123')
    screen.getByText('2026-11-21 20:00:00')
    screen.getByText('+1天')
    await pass(3_000)
    screen.getByText('2026-11-21 20:00:03')
  })

  it('[S9.01] asks again every 10 s, and not while the tab is hidden', async () => {
    const api = fakeApi([fake(serverTime, () => answer)])
    await showClock()
    await pass(20_000)
    expect(api.callsOf(serverTime)).toHaveLength(3)
    setHidden(true)
    await pass(60_000)
    expect(api.callsOf(serverTime)).toHaveLength(3)
    setHidden(false)
    await pass(0)
    expect(api.callsOf(serverTime)).toHaveLength(4)
  })

  it('asks again soon after a failure, turns grey within 15 s, says since when, and recovers by itself', async () => {
    const api = fakeApi([fake(serverTime, () => answer)])
    await showClock()
    api.on(serverTime, () => new FakeFailure(503, 'upstream_down'))
    await pass(POLL_MS)
    screen.getByRole('group', { name: '区服时间' })
    await pass(RETRY_MS)
    screen.getByRole('group', { name: '区服时间：自 2026-11-21 20:00:00 起没有应答' })
    screen.getByText('2026-11-21 20:00:13')
    screen.getByText('20:00:00 起未对时')
    expect(screen.queryByRole('alert')?.textContent).toBe('')
    expect(api.callsOf(serverTime), 'no more often than before').toHaveLength(3)
    await pass(POLL_MS - TICK_MS)
    expect(api.callsOf(serverTime)).toHaveLength(3)
    api.on(serverTime, () => answer)
    await pass(TICK_MS)
    screen.getByRole('group', { name: '区服时间' })
    expect(screen.queryByText(/起未对时/)).toBeNull()
  })

  it('one failure is no reason to turn grey', async () => {
    const api = fakeApi([fake(serverTime, () => answer)])
    await showClock()
    api.on(serverTime, () => new FakeFailure(503, 'upstream_down'))
    await pass(POLL_MS)
    api.on(serverTime, () => answer)
    await pass(RETRY_MS)
    screen.getByRole('group', { name: '区服时间' })
  })

  it('one call that fails is one failure, also when the page came into view meanwhile', async () => {
    const api = fakeApi([fake(serverTime, () => answer)])
    await showClock()
    const hanging = Promise.withResolvers<never>()
    api.on(serverTime, () => hanging.promise)
    await pass(POLL_MS)
    setHidden(false)
    setHidden(false)
    hanging.reject(new TypeError('network'))
    await pass(0)
    screen.getByRole('group', { name: '区服时间' })
    expect(api.callsOf(serverTime)).toHaveLength(2)
    await pass(RETRY_MS)
    expect(api.callsOf(serverTime)).toHaveLength(3)
  })

  it('turns grey at once when the network is gone, and asks at once when it is back', async () => {
    const api = fakeApi([fake(serverTime, () => answer)])
    await showClock()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    api.on(serverTime, () => Promise.reject(new TypeError('network')))
    act(() => void window.dispatchEvent(new Event('offline')))
    screen.getByRole('group', { name: /起没有应答/ })
    await pass(POLL_MS)
    api.on(serverTime, () => answer)
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(0)
    screen.getByRole('group', { name: '区服时间' })
  })

  it('a server that has never answered says so', async () => {
    fakeApi([fake(serverTime, () => new FakeFailure(503, 'upstream_down'))])
    await showClock()
    await pass(RETRY_MS)
    screen.getByRole('group', { name: '区服时间：区服没有应答' })
  })

  it('without a server the zone of times is that of the line, as one of its servers tells it', async () => {
    const api = fakeApi([
      fake(serverTime, ({ query }) =>
        Number(query.sId) === 122 ? new FakeFailure(503, 'upstream_down') : { ...answer, zone: -300 },
      ),
    ])
    const servers = [122, 123].map((sId) => ({ sId })) as unknown as ServerOption[]
    const screens = (
      <>
        <ServerClock />
        <ZoneNote />
      </>
    )
    await renderWithApp(screens, { scope: { ...TEST_SCOPE, sId: 0, servers } })
    await screen.findByText('时间按线路时区 UTC-05:00，为真实时间')
    expect(screen.queryByText(/^S\d/)).toBeNull()
    act(() => useScope.setState({ sId: 123 }))
    await screen.findByText('时间按区服时区 UTC-05:00，为真实时间')
    expect(api.callsOf(serverTime).map(({ query }) => Number(query['sId']))).toEqual([122, 123, 123])
  })

  it('shows nothing without a server', async () => {
    const api = fakeApi()
    await renderWithApp(<ServerClock />, { scope: { ...TEST_SCOPE, sId: 0 } })
    expect(screen.queryByText(/^S\d/)).toBeNull()
    expect(api.calls).toEqual([])
  })
})
