import { defineChannel, z } from '@qd/contract-kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenLive, startLive, useLiveState } from './live-client.ts'

const news = defineChannel({
  name: 'news',
  title: 't',
  permission: 'session',
  level: 0,
  open: z.object({ uId: z.string() }),
  event: z.object({ n: z.int() }),
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
