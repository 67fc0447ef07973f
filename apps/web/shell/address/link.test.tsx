import { linkedPlace, lookup, serverTime } from '@qd/scope/contract'
import { getUserInfo } from '@qd/session/contract'
import { goTo } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { useLocation, useParams } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppRoutes } from '../../router.tsx'
import { smallWorld, startSmallWorld } from '../testing/small-world.ts'

function PlayerPage() {
  return <h1>player {useParams().uId}</h1>
}
function ToolPage() {
  const { lineId, sId } = useScope()
  return <h1>{`tool at ${lineId} S${sId}`}</h1>
}
const demo: WebFeature = {
  name: 'scope',
  pages: [
    { path: 'index/:uId?', titleKey: 'game', component: PlayerPage, level: 0, recordParams: ['uId'] },
    { path: 'tool', titleKey: 'line', component: ToolPage, level: 3 },
  ],
  slots: { askForRights: ({ scope }) => <button>{`ask for ${scope}`}</button> },
}
vi.mock('../../features.ts', () => ({ FEATURES: [demo] }))

const HERE = { game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test', sId: 123 }
const foundAt = (place: Partial<typeof HERE>) =>
  fake(lookup, () => ({ id: '7', name: '岚', level: 1, online: true, channel: '', ...HERE, ...place }))

function Where() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{`${pathname}${search}`}</output>
}
const address = () => screen.getByRole('status', { name: 'address' }).textContent
const selection = () => {
  const { partnerCode, lineId, sId } = useScope.getState()
  return `${partnerCode} ${lineId} ${sId}`
}
const keptPlace = () => {
  const { kept } = useScope.getState()
  return `${kept.lineId} ${kept.sId}`
}

/** A reader who works at S123 opens a link. */
async function open(path: string, routes: FakeRoute[] = []) {
  const user = testUser({
    roles: ['reader'],
    grants: [{ scope: 'lantern', environment: '*', codes: ['index.player.read'] }],
  })
  const clock = { timestamp: 1, real: 1, offset: 0, zone: 0 }
  const api = fakeApi([
    ...smallWorld(),
    foundAt({}),
    fake(serverTime, () => clock),
    fake(getUserInfo, () => ({ ...user, grants: user.grants as never })),
    ...routes,
  ])
  const kept = { ...HERE, channel: '' }
  const app = await renderWithApp(
    <>
      <AppRoutes />
      <Where />
    </>,
    { user, path, features: [demo], scope: { ...HERE, kept } },
  )
  return { ...app, api }
}

async function choose(user: Awaited<ReturnType<typeof open>>['user'], level: RegExp, name: RegExp) {
  await user.click(await screen.findByRole('button', { name: level }))
  await user.click(await screen.findByRole('option', { name }))
}

beforeAll(() => import('../shell.tsx'))
beforeEach(startSmallWorld)

describe('a link to a place', () => {
  it('[S1.01] leads there in this window, and says nothing about where its reader works', async () => {
    await open('/tool?game=lantern&line=northwind-two&sId=124')
    await screen.findByRole('heading', { name: 'tool at northwind-two S124' })
    expect(selection()).toBe('northwind northwind-two 124')
    expect(keptPlace()).toBe('northwind-test 123')
  })

  it('[S1.01] is kept by a choice, and the address follows it', async () => {
    const { user } = await open('/tool?game=lantern&line=northwind-two&sId=124')
    await screen.findByRole('heading', { name: 'tool at northwind-two S124' })
    await choose(user, /^区服/, /S123/)
    await waitFor(() => expect(address()).toBe('/tool?game=lantern&line=northwind-two&sId=123'))
    expect(keptPlace()).toBe('northwind-two 123')
  })

  it('shows no page, and asks nothing for it, before the window is there', async () => {
    const answer = Promise.withResolvers<void>()
    const { api } = await open('/tool?game=lantern&line=northwind-two&sId=124', [
      fake(linkedPlace, async () => {
        await answer.promise
        return { ...HERE, lineId: 'northwind-two', sId: 124 }
      }),
    ])
    await waitFor(() => expect(api.callsOf(linkedPlace)).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
    answer.resolve()
    await screen.findByRole('heading', { name: 'tool at northwind-two S124' })
  })

  it('asks nothing where the window is there already', async () => {
    const { api } = await open('/tool?game=lantern&line=northwind-test&sId=123')
    await screen.findByRole('heading', { name: 'tool at northwind-test S123' })
    expect(api.callsOf(linkedPlace)).toEqual([])
  })

  it('a foreign one is refused in words, and leads back to the own place', async () => {
    const { user } = await open('/tool?game=lantern&line=secret&sId=9', [
      fake(linkedPlace, () => new FakeFailure(403, 'scope_forbidden', '无权')),
    ])
    await screen.findByText('没有权限')
    screen.getByText(/lantern \/ secret \/ S9/)
    // As every notice of a missing right: what is missing can be asked for.
    screen.getByRole('button', { name: 'ask for lantern' })
    expect(screen.queryByRole('heading')).toBeNull()
    expect(selection()).toBe('northwind northwind-test 123')
    await user.click(screen.getByRole('button', { name: '在我的位置继续' }))
    await screen.findByRole('heading', { name: 'tool at northwind-test S123' })
    expect(address()).toBe('/tool')
  })

  it('another page is open to who was refused', async () => {
    await open('/tool?game=lantern&line=secret&sId=9', [
      fake(linkedPlace, () => new FakeFailure(403, 'scope_forbidden', '无权')),
    ])
    await screen.findByText('没有权限')
    goTo('/index')
    await screen.findByRole('heading', { name: 'player' })
    expect(selection()).toBe('northwind northwind-test 123')
  })

  it('a choice in the top bar leads on from a foreign one too', async () => {
    const { user } = await open('/tool?game=lantern&line=secret&sId=9', [
      fake(linkedPlace, () => new FakeFailure(403, 'scope_forbidden', '无权')),
    ])
    await screen.findByText('没有权限')
    await choose(user, /^区服/, /S124/)
    await screen.findByRole('heading', { name: 'tool at northwind-test S124' })
    expect(address()).toBe('/tool?game=lantern&line=northwind-test&sId=124')
  })

  it('one that is gone says so', async () => {
    await open('/tool?game=lantern&line=northwind-test&sId=9', [
      fake(linkedPlace, () => new FakeFailure(404, 'server_not_found', '区服 9 不存在')),
    ])
    await screen.findByText('链接指向的位置已不存在')
    screen.getByText('区服 9 不存在')
  })

  it('a console that fails is asked again', async () => {
    let isBroken = true
    const { user } = await open('/tool?game=lantern&line=northwind-two&sId=124', [
      fake(linkedPlace, () =>
        isBroken
          ? new FakeFailure(500, 'internal', '出错了')
          : { ...HERE, lineId: 'northwind-two', sId: 124 },
      ),
    ])
    await screen.findByText('出错了')
    isBroken = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('heading', { name: 'tool at northwind-two S124' })
  })
})

describe('a link to a player', () => {
  it('[S7.20] [S2.20] says where they are, here and on every page', async () => {
    await open('/index/7?uId=7')
    const place = '&game=lantern&line=northwind-test&sId=123'
    await waitFor(() => expect(address()).toBe(`/index/7?uId=7${place}`))
    goTo('/tool?uId=7&game=lantern')
    await waitFor(() => expect(address()).toBe(`/tool?uId=7${place}`))
  })

  it('[S7.20] the game knows better than the link where they are, and neither is kept', async () => {
    await open('/index/7?uId=7&game=lantern&line=northwind-test&sId=124', [
      foundAt({ lineId: 'northwind-two', sId: 124 }),
    ])
    await waitFor(() => expect(address()).toBe('/index/7?uId=7&game=lantern&line=northwind-two&sId=124'))
    expect(keptPlace()).toBe('northwind-test 123')
  })

  it('[S7.20] a player somebody looks up moves the selection for good', async () => {
    const { user } = await open('/tool', [foundAt({ lineId: 'northwind-two', sId: 124 })])
    await user.type(await screen.findByRole('combobox', { name: '玩家 uId' }), '7{Enter}')
    await waitFor(() => expect(keptPlace()).toBe('northwind-two 124'))
  })

  it('a player who is found elsewhere is no foreign place', async () => {
    await open('/index/7?uId=7&game=lantern&line=secret&sId=9', [
      fake(linkedPlace, () => new FakeFailure(403, 'scope_forbidden', '无权')),
    ])
    await screen.findByRole('heading', { name: 'player 7' })
    await waitFor(() => expect(address()).toBe('/index/7?uId=7&game=lantern&line=northwind-test&sId=123'))
    expect(screen.queryByText('没有权限')).toBeNull()
  })

  it('[S8.05] a foreign player at a foreign place is refused, and let go of', async () => {
    const refused = () => new FakeFailure(403, 'scope_forbidden', '无权')
    const { user } = await open('/index/7?uId=7&game=lantern&line=secret&sId=9', [
      fake(linkedPlace, refused),
      fake(lookup, refused),
    ])
    await screen.findByText('没有权限')
    expect(useScope.getState()).toMatchObject({ uId: '0', sId: 0 })
    await user.click(screen.getByRole('button', { name: '在我的位置继续' }))
    await waitFor(() => expect(address()).toBe('/index'))
    expect(keptPlace()).toBe('northwind-test 123')
  })
})
