import type { RouteReplyGiven } from '@qd/contract-kit'
import { onlineHistory, serverStates } from '@qd/game-servers/contract'
import { gameList, lineList, operatorList, serverCard, serverList } from '@qd/scope/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ServerPanel } from '../server-panel.tsx'
import { ServersPanel } from '../servers/servers-panel.tsx'

type State = RouteReplyGiven<typeof serverStates>[number]

/** May look at Northwind's servers, and nothing else. */
const reader = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] }],
})
const HOUR_MS = 3_600_000
const FROM = Date.UTC(2026, 10, 22, 12)
const lineId = 'northwind-test'
const said = (sId: number, more: Partial<State> = {}): State => ({
  lineId,
  sId,
  labels: [],
  state: 'open',
  silentSince: null,
  heardAt: Date.now(),
  online: 214,
  ...more,
})
const running = (sId: number, serviceName: string) => ({
  sId,
  serviceName,
  status: 'running' as const,
  openedAt: null,
})
/** A day in quarters of an hour with an hour nobody knows of. */
const DAY = Array.from({ length: 96 }, (_, at) => (at >= 40 && at < 44 ? null : 100 + at))
/** Two days in five minutes: 50 on the first, up to 386 on the second. */
const DAYS = Array.from({ length: 576 }, (_, at) => (at < 288 ? 50 : at === 400 ? 386 : 200))

let api: FakeApi
let states: State[]
beforeEach(() => {
  states = [said(123, { labels: ['新服'] }), said(124, { online: 168 })]
  api = fakeApi([
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => [{ partnerCode: 'northwind', name: 'Northwind', platform: 3 }]),
    fake(lineList, () => [{ lineId, lineCode: 'test', name: '测试线', environment: 'test' as const }]),
    fake(serverList, () => [running(123, '潮汐之门'), running(124, '琥珀礁')]),
    fake(serverStates, () => states),
    fake(onlineHistory, ({ body }) =>
      body.sId === undefined
        ? { from: FROM, stepMs: HOUR_MS / 4, servers: [{ lineId, sId: 123, points: DAY }] }
        : { from: FROM, stepMs: HOUR_MS / 12, servers: [{ lineId, sId: 123, points: DAYS }] },
    ),
    fake(serverCard, () => ({
      server: { ...running(123, '潮汐之门'), lineId, lineName: '测试线', environment: 'test' as const },
      status: 'running' as const,
      build: '1.9.0',
      configVersion: null,
      protocolMd5: null,
      clock: null,
      online: 214,
      startedAt: null,
      capabilities: [],
    })),
  ])
})

const rows = () => screen.getAllByRole('button', { name: /^S\d/ })
const row = (name: RegExp) => within(screen.getByRole('button', { name }))

describe('servers that speak for themselves, in the list', () => {
  const show = () => renderWithApp(<ServersPanel />, { scope: TEST_SCOPE, user: reader })

  it('shows how many are online, as a number and as a curve that can be read out', async () => {
    await show()
    await screen.findByText('382')
    await screen.findByText('潮汐之门')
    expect(row(/^S123/).getByText('214')).toBeTruthy()
    const curve = await row(/^S123/).findByRole('img')
    expect(curve.getAttribute('aria-label')).toBe(
      '近 24 小时在线人数：最低 100，最高 195，最近 195。 其中有时段没有数据。',
    )
    // Two stretches: the gap is drawn as one.
    expect(curve.querySelectorAll('path')[1]!.getAttribute('d')!.match(/M/g)).toHaveLength(2)
    expect(row(/^S124/).queryByRole('img')).toBeNull()
  })

  it('says which one is silent or closed, and counts no one there', async () => {
    states = [said(123, { silentSince: 1 }), said(124, { state: 'maintenance' })]
    await show()
    expect(await screen.findByText('失联')).toBeTruthy()
    expect(row(/^S123/).getByText('–')).toBeTruthy()
    expect(row(/^S124/).getByText('维护中')).toBeTruthy()
    const panel = within(screen.getByRole('region', { name: '区服一览' }))
    expect(panel.getAllByText('214')).toHaveLength(2)
  })

  it('is narrowed by a label, and searched by it', async () => {
    const { user } = await show()
    const label = await screen.findByRole('button', { name: '新服' })
    expect(rows()).toHaveLength(2)
    await user.click(label)
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('潮汐之门')])
    await user.click(label)
    await user.type(screen.getByRole('searchbox'), '新服')
    expect(rows()).toHaveLength(1)
  })

  it('goes on without what they say', async () => {
    api.on(serverStates, () => new FakeFailure(503, 'store_unavailable', '坏了'))
    api.on(onlineHistory, () => new FakeFailure(503, 'store_unavailable', '坏了'))
    await show()
    await screen.findByText('潮汐之门')
    expect(rows()).toHaveLength(2)
  })
})

describe('a server that speaks for itself, on its card', () => {
  const show = () => renderWithApp(<ServerPanel />, { scope: TEST_SCOPE, user: reader })

  it('shows today beside the day before, with the peak', async () => {
    await show()
    const card = within(await screen.findByRole('region', { name: /^S123/ }))
    expect(await card.findByText('峰值 386')).toBeTruthy()
    expect(card.getByText('24 小时峰值').parentElement!.textContent).toContain('386')
    expect(card.getByText('昨日此时').parentElement!.textContent).toBe('昨日此时50+328%')
    expect(card.getByRole('img').getAttribute('aria-label')).toContain('最低 200，最高 386')
    expect(card.getByText('新服')).toBeTruthy()
    expect(card.getByText('500')).toBeTruthy()
  })

  it('says since when it is silent', async () => {
    states = [said(123, { silentSince: Date.now() - 60_000, heardAt: Date.now() - 180_000 })]
    await show()
    const card = within(await screen.findByRole('region', { name: /^S123/ }))
    expect(await card.findByText('失联')).toBeTruthy()
    expect(card.getByText('区服失联：上次心跳在 3 分钟前。')).toBeTruthy()
  })

  it('says that there are no numbers yet, and what keeps them from being read', async () => {
    api.on(onlineHistory, () => ({
      from: FROM,
      stepMs: HOUR_MS,
      servers: [{ lineId, sId: 123, points: [null, null] }],
    }))
    const { unmount } = await show()
    expect(await screen.findByText('还没有在线人数记录')).toBeTruthy()
    unmount()
    api.on(onlineHistory, () => new FakeFailure(503, 'store_unavailable', '坏了'))
    await show()
    expect(await screen.findByText(/坏了$/)).toBeTruthy()
  })
})
