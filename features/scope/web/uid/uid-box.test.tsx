import { useScope } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { Link, useLocation } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { lookup } from '../../contract/index.ts'
import { rememberedPlayer } from './uid-address.ts'
import { UIdBox } from './uid-box.tsx'
import { useUIdHistory } from './uid-history.ts'
import { usePlaceInAddress } from '../address/use-place-in-address.ts'
import { usePlayerInAddress } from './use-player-in-address.ts'

const found = {
  id: '30123000045',
  sId: 123,
  name: '岚夜听潮',
  level: 72,
  online: true,
  channel: 'taptap',
  game: 'lantern',
  partnerCode: 'northwind',
  lineId: 'northwind-test',
}

function Screen() {
  usePlayerInAddress()
  usePlaceInAddress()
  const { pathname, search } = useLocation()
  return (
    <>
      <UIdBox />
      <output aria-label="address">{`${pathname}${search}`}</output>
      <button type="button">elsewhere</button>
    </>
  )
}

const ordinary = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern', environment: '*', codes: ['index.player.read'] }],
})

const box = () => screen.getByRole('combobox', { name: '玩家 uId' })
const address = () => screen.getByRole('status', { name: 'address' }).textContent

beforeEach(() => useUIdHistory.setState({ players: [] }))

describe('uId box', () => {
  it('[S1.02][S7.20] looks up what was confirmed and moves the selection to the player', async () => {
    const api = fakeApi([fake(lookup, () => found)])
    const { user } = await renderWithApp(<Screen />, {
      scope: { game: 'lantern', lineId: 'harbour-dev', sId: 1 },
    })
    await user.type(box(), ' 30123000045 ')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(useScope.getState().player?.name).toBe('岚夜听潮'))
    await waitFor(() =>
      expect(address()).toBe('/index/30123000045?uId=30123000045&game=lantern&line=northwind-test&sId=123'),
    )
    expect(api.calls.map((asked) => asked.address)).toEqual(['/adjust/lookup?uId=30123000045'])
    expect(useScope.getState()).toMatchObject({
      uId: '30123000045',
      partnerCode: 'northwind',
      lineId: 'northwind-test',
      sId: 123,
    })
    expect(rememberedPlayer()).toMatch(/uId=30123000045\b/)
  })

  it('[S8.05] a failed lookup sets uId and sId to 0 and the page goes on', async () => {
    fakeApi([fake(lookup, () => new FakeFailure(404, 'player_not_found', '玩家不存在'))])
    const { user } = await renderWithApp(<Screen />, { scope: { lineId: 'harbour-dev', sId: 1 } })
    await user.type(box(), '30123000099{Enter}')
    await screen.findByText('玩家 uId:请求失败:玩家不存在')
    expect(useScope.getState()).toMatchObject({ uId: '0', sId: 0, player: null, lineId: 'harbour-dev' })
    expect((box() as HTMLInputElement).value).toBe('30123000099')
  })

  it('[S4.10] offers who was found, newest first and once, with their names, by arrow keys', async () => {
    fakeApi([
      fake(lookup, ({ query }) => {
        const id = String(query.uId)
        if (id.startsWith('999')) return new FakeFailure(404, 'player_not_found', '玩家不存在')
        return { ...found, id, name: `水手${id.slice(-1)}` }
      }),
    ])
    const { user } = await renderWithApp(<Screen />, { user: ordinary })
    for (const uId of ['10001000001', '99900000001', '10001000002', '10001000001']) {
      await user.clear(box())
      await user.type(box(), `${uId}{Enter}`)
      await waitFor(() => expect(useScope.getState().isFindingPlayer).toBe(false))
    }
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    await user.click(box())
    const offered = () => screen.getAllByRole('option').map((option) => option.textContent)
    expect(offered()).toEqual(['10001000002水手2'])
    await user.clear(box())
    await user.type(box(), '水手')
    expect(offered()).toEqual(['10001000001水手1', '10001000002水手2'])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(address()).toBe('/index/10001000002?uId=10001000002&game=lantern&line=northwind-test&sId=123')
  })

  it('[S4.10] a player who is still looked up, or given up for another one, is not in the history', async () => {
    const answers = Promise.withResolvers<void>()
    fakeApi([
      fake(lookup, async ({ query }) => {
        const id = String(query.uId)
        if (id === '10001000001') await answers.promise
        return { ...found, id, name: 'x' }
      }),
    ])
    const { user } = await renderWithApp(<Screen />, { user: ordinary })
    await user.type(box(), '10001000001{Enter}')
    expect(useUIdHistory.getState().players).toEqual([])
    await user.clear(box())
    await user.type(box(), '10001000002{Enter}')
    await waitFor(() => expect(useUIdHistory.getState().players).toHaveLength(1))
    answers.resolve()
    await waitFor(() => expect(useScope.getState().player?.uId).toBe('10001000002'))
    expect(useUIdHistory.getState().players.map(({ uId }) => uId)).toEqual(['10001000002'])
  })

  it('[S9.02] the box offers the last fifteen players', async () => {
    fakeApi([fake(lookup, ({ query }) => ({ ...found, id: String(query.uId) }))])
    const { user } = await renderWithApp(<Screen />, { user: ordinary })
    for (let last = 10; last < 27; last += 1) {
      await user.clear(box())
      await user.paste(`100010000${last}`)
      await user.keyboard('{Enter}')
      await waitFor(() => expect(useScope.getState().player?.uId).toBe(`100010000${last}`))
    }
    await user.click(screen.getByRole('button', { name: '清除 uId' }))
    const offered = screen.getAllByRole('option').map((option) => option.textContent?.slice(0, 11))
    expect(offered).toEqual(Array.from({ length: 15 }, (_, back) => `100010000${26 - back}`))
  })

  it('looks the same uId up again when it is confirmed again', async () => {
    const api = fakeApi([fake(lookup, () => found)])
    const { user } = await renderWithApp(<Screen />, { path: '/index/30123000045' })
    await waitFor(() => expect(api.callsOf(lookup)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(api.callsOf(lookup)).toHaveLength(2))
  })

  it('[S2.21] the cross forgets the player', async () => {
    fakeApi([fake(lookup, () => found)])
    const { user } = await renderWithApp(<Screen />, { path: '/index/30123000045?uId=30123000045' })
    await waitFor(() => expect(rememberedPlayer()).toMatch(/uId=30123000045\b/))
    await user.click(screen.getByRole('button', { name: '清除 uId' }))
    expect(address()).toBe('/index')
    expect(rememberedPlayer()).toBe('')
    expect(useScope.getState()).toMatchObject({ uId: '', player: null })
  })

  it.each(['abc', '-5', '1.5', '1e9', '٣', '12345678901234567890123', '岚 夜&x'])(
    'leads to the search of home with %s, which is no uId',
    async (text) => {
      const api = fakeApi()
      const { user } = await renderWithApp(<Screen />, {
        user: ordinary,
        scope: { game: 'lantern' },
        path: '/jobs',
      })
      await user.type(box(), ` ${text} {Enter}`)
      expect(address()).toBe(`/index?${new URLSearchParams({ find: text })}`)
      expect((box() as HTMLInputElement).value).toBe('')
      expect(document.activeElement).not.toBe(box())
      expect(api.calls).toEqual([])
    },
  )

  it('takes digits alone from somebody who may not read players, and nothing is no text', async () => {
    const api = fakeApi()
    const { user } = await renderWithApp(<Screen />, { user: testUser({ grants: [] }), path: '/jobs' })
    await user.type(box(), 'abc{Enter}')
    screen.getByText('uId 只能是数字')
    await renderWithApp(<Screen />, { user: ordinary, path: '/jobs' })
    const [, second] = screen.getAllByRole('combobox', { name: '玩家 uId' })
    await user.type(second!, ' {Enter}')
    expect(screen.getAllByText('uId 只能是数字')).not.toEqual([])
    expect(screen.getAllByRole('status', { name: 'address' }).map((at) => at.textContent)).toEqual([
      '/jobs',
      '/jobs',
    ])
    expect(api.calls).toEqual([])
  })

  it('takes the focus by the slash key, but not from somebody who writes', async () => {
    fakeApi()
    const { user } = await renderWithApp(
      <>
        <Screen />
        <input aria-label="note" />
      </>,
    )
    await user.type(screen.getByRole('textbox', { name: 'note' }), 'a/b')
    expect((screen.getByRole('textbox', { name: 'note' }) as HTMLInputElement).value).toBe('a/b')
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    await user.keyboard('/')
    expect(document.activeElement).toBe(box())
    expect((box() as HTMLInputElement).value).toBe('')
  })
})

describe('uId box while pages open', () => {
  it('keeps what is typed while the address still changes, and follows the address otherwise', async () => {
    fakeApi([fake(lookup, ({ query }) => ({ ...found, id: String(query.uId) }))])
    const { user } = await renderWithApp(
      <>
        <Screen />
        <Link to="/index/10001000001">one</Link>
        <Link to="/index/10001000002">two</Link>
      </>,
    )
    const value = () => (box() as HTMLInputElement).value
    await user.click(screen.getByRole('link', { name: 'one' }))
    await waitFor(() => expect(value()).toBe('10001000001'))
    await user.clear(box())
    await user.type(box(), '100010')
    // As a page that took a while to open does: the focus stays where somebody types.
    act(() => screen.getByRole('link', { name: 'two' }).click())
    await waitFor(() => expect(address()).toContain('/index/10001000002'))
    expect(value()).toBe('100010')
    await user.click(screen.getByRole('link', { name: 'one' }))
    await waitFor(() => expect(value()).toBe('10001000001'))
  })
})
