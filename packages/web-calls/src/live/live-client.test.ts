import { defineChannel, z } from '@qd/contract-kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenLive, startLive, useLiveState } from './live-client.ts'
import { openLive } from './open-live.ts'

const news = defineChannel({
  name: 'news',
  title: 't',
  permission: 'session',
  level: 0,
  open: z.object({ uId: z.string() }),
  event: z.object({ n: z.int() }),
})

const desk = defineChannel({
  name: 'desk',
  title: 't',
  permission: 'session',
  level: 0,
  open: z.object({ room: z.string() }),
  event: z.object({ n: z.int() }),
  asks: { add: { input: z.object({ by: z.int() }), reply: z.object({ sum: z.int() }) } },
})

/** Speaks the server's side of `/live`; the real one is met in the browser journeys. */
class ServerSide extends EventTarget {
  static OPEN = 1
  static all: ServerSide[] = []
  readyState = 1
  sent: unknown[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    ServerSide.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  close(code = 1000): void {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

const socket = () => ServerSide.all.at(-1)!
let stop = () => {}

async function connect(whenEnded: () => void = () => {}): Promise<void> {
  let count = 0
  stop = startLive(async () => `ticket-${(count += 1)}`, whenEnded)
  await vi.advanceTimersByTimeAsync(0)
  socket().dispatchEvent(new Event('open'))
}

beforeEach(() => {
  ServerSide.all = []
  vi.stubGlobal('WebSocket', ServerSide)
  vi.useFakeTimers()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('live client', () => {
  it('proves itself by a ticket first and opens channels when the server is ready', async () => {
    const end = listenLive(news, { uId: '7' }, () => {})
    await connect()
    expect(socket().url).toMatch(/^ws:.*\/live$/)
    expect(socket().sent).toEqual([{ ticket: 'ticket-1', lang: 'cn' }])
    socket().say({ channel: '', ready: true })
    expect(socket().sent[1]).toMatchObject({ channel: 'news', open: { uId: '7' } })
    expect(useLiveState.getState().state).toBe('open')
    end()
  })

  it('hands events to the one who asked, and none after he left', async () => {
    const seen: unknown[] = []
    await connect()
    socket().say({ channel: '', ready: true })
    const end = listenLive(news, { uId: '7' }, (event) => seen.push(event))
    const { id } = socket().sent.at(-1) as { id: string }
    socket().say({ id, channel: 'news', event: { n: 1 } })
    socket().say({ id: 'other', channel: 'news', event: { n: 2 } })
    end()
    socket().say({ id, channel: 'news', event: { n: 3 } })
    expect(seen).toEqual([{ n: 1 }])
    expect(socket().sent.at(-1)).toEqual({ id, close: true })
  })

  it('says why a channel was refused', async () => {
    const refused = vi.fn()
    await connect()
    socket().say({ channel: '', ready: true })
    const end = listenLive(news, { uId: '7' }, () => {}, refused)
    const { id } = socket().sent.at(-1) as { id: string }
    socket().say({ id, channel: 'news', error: { status: 403, err: { code: 'scope_forbidden' } } })
    expect(refused).toHaveBeenCalledWith('scope_forbidden')
    end()
  })

  it('comes back with a fresh ticket and opens its channels again', async () => {
    const end = listenLive(news, { uId: '7' }, () => {})
    await connect()
    socket().say({ channel: '', ready: true })
    socket().close(1006)
    expect(useLiveState.getState().state).toBe('closed')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ServerSide.all).toHaveLength(2)
    socket().dispatchEvent(new Event('open'))
    socket().say({ channel: '', ready: true })
    expect(socket().sent).toMatchObject([{ ticket: 'ticket-2' }, { channel: 'news' }])
    end()
  })

  it('waits longer after each failure, never more than 15 s and a quarter', async () => {
    await connect()
    for (let round = 0; round < 12; round += 1) {
      socket().close(1006)
      await vi.advanceTimersByTimeAsync(19_000)
    }
    expect(ServerSide.all).toHaveLength(13)
    socket().close(1006)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(ServerSide.all, 'the pause has grown').toHaveLength(13)
  })

  it('an ended session is told once and not tried again', async () => {
    const whenEnded = vi.fn()
    await connect(whenEnded)
    socket().close(4402)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(whenEnded).toHaveBeenCalledTimes(1)
    expect(ServerSide.all).toHaveLength(1)
  })
})

describe('a channel that is asked', () => {
  const ready = () => socket().say({ channel: '', ready: true })
  const idOf = () => (socket().sent[1] as { id: string }).id
  const asks = () => socket().sent.slice(2)

  it('asks wait until it is open; each gets its own answer', async () => {
    const live = openLive(desk, { room: 'a' }, { onEvent: () => {} })
    const first = live.ask('add', { by: 1 })
    const second = live.ask('add', { by: 2 })
    await connect()
    ready()
    expect(asks()).toEqual([])
    const id = idOf()
    socket().say({ id, channel: 'desk', opened: true })
    expect(asks()).toEqual([
      { id, ask: 1, name: 'add', input: { by: 1 } },
      { id, ask: 2, name: 'add', input: { by: 2 } },
    ])
    socket().say({ id, answer: 2, reply: { sum: 3 } })
    socket().say({ id, answer: 1, error: { status: 422, msg: '不行', err: { code: 'nope' } } })
    expect(await second).toEqual({ sum: 3 })
    await expect(first).rejects.toMatchObject({ code: 'nope', message: '不行' })
    live.end()
  })

  it('sends twelve at once, the others as answers come', async () => {
    const live = openLive(desk, { room: 'a' }, { onEvent: () => {} })
    await connect()
    ready()
    const id = idOf()
    socket().say({ id, channel: 'desk', opened: true })
    const all = Array.from({ length: 13 }, (_none, by) => live.ask('add', { by }))
    expect(asks()).toHaveLength(12)
    socket().say({ id, answer: 1, reply: { sum: 0 } })
    expect(asks()).toHaveLength(13)
    live.end()
    const ended = await Promise.allSettled(all)
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', ...Array(12).fill('rejected')])
  })

  it('what was asked fails when the connection breaks; it opens again with what it says then', async () => {
    let room = 'a'
    const onLost = vi.fn()
    const live = openLive(desk, () => ({ room }), { onEvent: () => {}, onLost })
    await connect()
    ready()
    socket().say({ id: idOf(), channel: 'desk', opened: true })
    const lost = live.ask('add', { by: 1 })
    lost.catch(() => {})
    room = 'b'
    socket().close(1006)
    await expect(lost).rejects.toMatchObject({ code: 'no_answer' })
    expect(onLost).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    socket().dispatchEvent(new Event('open'))
    ready()
    expect(socket().sent[1]).toMatchObject({ channel: 'desk', open: { room: 'b' } })
    live.end()
  })

  it('a refused channel refuses what it is asked, in the words of the server', async () => {
    const onRefused = vi.fn()
    const live = openLive(desk, { room: 'a' }, { onEvent: () => {}, onRefused })
    await connect()
    ready()
    socket().say({
      id: idOf(),
      channel: 'desk',
      error: { status: 403, msg: '没有权限', err: { code: 'forbidden' } },
    })
    expect(onRefused).toHaveBeenCalledWith(
      expect.objectContaining({ code: 'forbidden', message: '没有权限' }),
    )
    await expect(live.ask('add', { by: 1 })).rejects.toMatchObject({ code: 'forbidden' })
    live.end()
  })

  it('silence is no answer', async () => {
    const live = openLive(desk, { room: 'a' }, { onEvent: () => {} })
    await connect()
    ready()
    socket().say({ id: idOf(), channel: 'desk', opened: true })
    const asked = live.ask('add', { by: 1 })
    const told = expect(asked).rejects.toMatchObject({ code: 'no_answer' })
    await vi.advanceTimersByTimeAsync(30_000)
    await told
    live.end()
  })
})
