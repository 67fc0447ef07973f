import { defineRoute, z } from '@qd/contract-kit'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fake, fakeApi, FakeFailure, renderWithApp } from '@qd/web-testing'
import { leaveSession } from '../session/session-end.ts'
import { useScope } from '../scope/scope.ts'
import { useSession } from '@qd/web-base'
import { call } from './call.ts'
import { CALL_TIMEOUT_MS } from './send-request.ts'
import { queryKeyOf } from './use-call.ts'

const base = { permission: 'session', risk: 'R0', title: 't' } as const
const greet = defineRoute({
  ...base,
  method: 'POST',
  path: '/platform/greet/:who',
  level: 0,
  params: z.object({ who: z.string() }),
  body: z.object({ loud: z.boolean() }),
  reply: z.string(),
})
const card = defineRoute({
  ...base,
  method: 'GET',
  path: '/adjust/card',
  level: 3,
  query: z.object({ sId: z.int() }),
  reply: z.string(),
})

const ASKER = { tag: 'kit:preset.title', told: 'toast' } as const
const greeting = { params: { who: 'a/b' }, body: { loud: true } }

describe('call', () => {
  it('sends JSON, the language and the token under both headers, for 90 s', async () => {
    const api = fakeApi([fake(greet, () => 'hello')])
    await renderWithApp(<i />, { language: 'en' })
    await expect(call(greet, greeting, ASKER)).resolves.toBe('hello')
    const asked = api.calls[0]!
    expect(asked.address).toBe('/platform/greet/a%2Fb')
    expect(asked.body).toEqual({ loud: true })
    expect(asked.headers.get('token')).toBe('test-token')
    expect(asked.headers.get('authorization')).toBe('test-token')
    expect(asked.headers.get('lang')).toBe('en')
    expect(asked.headers.get('content-type')).toBe('application/json')
    expect(CALL_TIMEOUT_MS).toBe(90_000)
  })

  it('keeps answers about one uId in two games apart, and of a player who moved together', () => {
    const find = { ...card, query: z.object({ uId: z.string() }) } as unknown as typeof card
    const about = { query: { uId: '7' } } as never
    const at = (game: string, lineId: string) => JSON.stringify(queryKeyOf(find, about, { game, lineId }))
    expect(at('lantern', 'a')).toBe(at('lantern', 'b'))
    expect(at('lantern', 'a')).not.toBe(at('ember', 'a'))
    const ofLine = (lineId: string) => queryKeyOf(card, { query: { sId: 1 } }, { game: 'lantern', lineId })
    expect(ofLine('a')).not.toEqual(ofLine('b'))
  })

  it('goes to the line it names, and never to the selected one by itself', async () => {
    const api = fakeApi([fake(card, () => 'card'), fake(greet, () => 'hello')])
    await renderWithApp(<i />, { scope: { lineId: 'harbour-dev' } })
    const at = { game: 'lantern', lineId: 'harbour/prod' }
    await call(card, { query: { sId: 1 } }, { ...ASKER, at })
    await call(card, { query: { sId: 1 } }, ASKER)
    await call(greet, greeting, { ...ASKER, at })
    expect(api.calls.map((asked) => asked.address)).toEqual([
      '/line/harbour%2Fprod/adjust/card?sId=1',
      '/adjust/card?sId=1',
      '/platform/greet/a%2Fb',
    ])
  })

  it('shows tag, 请求失败 and the message', async () => {
    fakeApi([fake(greet, () => new FakeFailure(422, 'upstream_refused', '背包已满'))])
    await renderWithApp(<i />)
    const failure = await act(() => call(greet, greeting, ASKER).catch((error: unknown) => error))
    expect(failure).toMatchObject({ code: 'upstream_refused', httpStatus: 422 })
    expect(screen.getByRole('alert').textContent).toContain('筛选方案:请求失败:背包已满')
  })

  it('takes s for status and reads a failure that came with HTTP 200', async () => {
    fakeApi([fake(greet, () => Response.json({ s: 7, msg: 'no' }))])
    await renderWithApp(<i />)
    const failure = await act(() => call(greet, greeting, ASKER).catch((error: unknown) => error))
    expect(failure).toMatchObject({ code: '7', message: 'no' })
  })

  it('lets an answer with doc pass and shows a notification until it is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answers = [
      Response.json({ status: 5, doc: { a: 1 }, data: 'read' }),
      Response.json({ status: 0, msg: '', data: 'done', notification: '今晚维护' }),
    ]
    fakeApi([fake(greet, () => answers.shift()!)])
    await renderWithApp(<i />)
    await expect(call(greet, greeting, ASKER)).resolves.toBe('read')
    await act(() => call(greet, greeting, ASKER))
    screen.getByText('通知信息')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    screen.getByText('今晚维护')
    vi.useRealTimers()
  })

  it.each([
    [
      'an answer without envelope',
      () => new Response('<html><head><title>x</title></head><h1>Bad gateway</h1></html>', { status: 502 }),
      '连接错误502 Bad gateway',
    ],
    ['no answer', () => Promise.reject(new TypeError('failed')), '连接到服务器失败'],
  ])('reports %s', async (_name, reply, text) => {
    fakeApi([fake(greet, reply as () => Response)])
    await renderWithApp(<i />)
    await act(() => call(greet, greeting, ASKER).catch(() => null))
    expect(screen.getByRole('alert').textContent).toContain(text)
  })

  it('a transport error stays 10 s and can be closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeApi([fake(greet, () => new Response('bad', { status: 502 }))])
    await renderWithApp(<i />)
    await act(() => call(greet, greeting, ASKER).catch(() => null))
    screen.getByRole('button', { name: '关闭' })
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    screen.getByText('连接错误502 bad')
    await act(() => vi.advanceTimersByTimeAsync(1_100))
    expect(screen.queryByText('连接错误502 bad')).toBeNull()
    vi.useRealTimers()
  })

  it.each([
    ['session_expired', 'harbour-dev'],
    ['session_required', ''],
  ])(
    '401 %s clears the storage and goes to the login page, whose address names nobody',
    async (code, line) => {
      fakeApi([fake(greet, () => new FakeFailure(401, code, '会话已过期'))])
      await renderWithApp(<i />, { scope: { lineId: 'harbour-dev' } })
      window.location.hash = '#/index/30123000045?uId=30123000045'
      localStorage.setItem('qd.uid:x', '1')
      await act(() => call(greet, greeting, ASKER).catch(() => null))
      await waitFor(() => expect(window.location.hash).toMatch(/^#\/login/))
      expect(window.location.hash).toBe('#/login')
      expect(localStorage.getItem('qd.uid:x')).toBeNull()
      expect(useSession.getState().token).toBe('')
      // What ran out by itself may be gone on with; it is in memory only.
      expect(useScope.getState().lineId).toBe(line)
      expect(JSON.stringify(localStorage)).not.toContain('harbour-dev')
    },
  )

  it('401 on the login page stays there and keeps the storage', async () => {
    fakeApi([fake(greet, () => new FakeFailure(401, 'login_failed', '用户名或密码错误'))])
    await renderWithApp(<i />)
    window.location.hash = '#/login'
    localStorage.setItem('qd.keep', '1')
    await act(() => call(greet, greeting, { ...ASKER, told: 'form' }).catch(() => null))
    expect(window.location.hash).toBe('#/login')
    expect(localStorage.getItem('qd.keep')).toBe('1')
  })

  it('what is under way when the session ends is given up: its refusal is no news and ends no other session', async () => {
    const { promise: refused, resolve: answer } = Promise.withResolvers<FakeFailure>()
    fakeApi([fake(greet, () => refused)])
    await renderWithApp(<i />)
    window.location.hash = '#/index'
    const asked = call(greet, greeting, ASKER).catch((error: unknown) => error)
    act(leaveSession)
    act(() => useSession.setState({ token: 'of-the-next' }))
    window.location.hash = '#/index'
    answer(new FakeFailure(401, 'session_required', '请登录'))
    expect(await asked).toMatchObject({ code: 'aborted' })
    expect(useSession.getState().token).toBe('of-the-next')
    expect(window.location.hash).toBe('#/index')
    expect(screen.queryByText(/请登录/)).toBeNull()
  })

  it('what a part still asks after the end of the session is not sent', async () => {
    const api = fakeApi([fake(greet, () => 'hello')])
    await renderWithApp(<i />)
    act(leaveSession)
    await expect(call(greet, greeting, ASKER)).rejects.toMatchObject({ code: 'aborted' })
    expect(api.calls).toEqual([])
  })
})
