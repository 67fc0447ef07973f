import { once } from 'node:events'
import { noteDoor } from '@qd/contract-kit/testing'
import { WebSocket } from 'ws'
import type { Speaker } from './speak-to.ts'

export interface LiveFrame {
  id?: string
  channel?: string
  ready?: true
  opened?: true
  event?: Record<string, unknown>
  error?: { msg: string; err: { code: string } }
  answer?: number
  reply?: unknown
}

/** One open channel. */
export interface OpenedLive {
  /** The next event of this channel that passes. */
  event<E = Record<string, unknown>>(passes?: (event: E) => boolean): Promise<E>
  /** What it answers; rejects with the code of its refusal. */
  ask<R = Record<string, unknown>>(name: string, input?: object): Promise<R>
  /** Resolves with the code when the server closes it. */
  refused(): Promise<string>
  close(): void
}

export interface LiveSocket {
  socket: WebSocket
  /** Opens a channel and waits until it is open; rejects with the code of its refusal. */
  open(channel: string, open?: unknown): Promise<OpenedLive>
  /** The next frame that passes. */
  next(passes: (frame: LiveFrame) => boolean): Promise<LiveFrame>
  /** The close code, once closed. */
  closed: Promise<number>
}

/** A live socket of a signed-in speaker, proven by its ticket. */
export async function openLive(url: string, speaker: Speaker): Promise<LiveSocket> {
  const { body } = await speaker.post<{ ticket: string }>('/api/auth/ticket')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { origin: url })
  const frames: LiveFrame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as LiveFrame)
    for (const wake of waiting) wake()
    waiting.clear()
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  socket.send(JSON.stringify({ ticket: body.data.ticket }))
  const next: LiveSocket['next'] = async (passes) => {
    for (;;) {
      const at = frames.findIndex(passes)
      if (at !== -1) return frames.splice(at, 1)[0]!
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  await next(({ ready }) => ready === true)
  let ids = 0
  let asks = 0
  const opened = (id: string): OpenedLive => ({
    event: async <E>(passes: (event: E) => boolean = () => true) =>
      (await next((frame) => frame.id === id && frame.event !== undefined && passes(frame.event as E)))
        .event as E,
    async ask<R>(name: string, input: object = {}) {
      const ask = ++asks
      socket.send(JSON.stringify({ id, ask, name, input }))
      const { error, reply } = await next((frame) => frame.id === id && frame.answer === ask)
      if (error !== undefined) throw new Error(error.err.code)
      return reply as R
    },
    refused: async () =>
      (await next((frame) => frame.id === id && frame.answer === undefined && frame.error !== undefined))
        .error!.err.code,
    close: () => socket.send(JSON.stringify({ id, close: true })),
  })
  return {
    socket,
    next,
    closed,
    async open(channel, open = {}) {
      noteDoor(`live ${channel}`)
      const id = String(++ids)
      socket.send(JSON.stringify({ id, channel, open }))
      const { error } = await next(
        (frame) => frame.id === id && (frame.opened === true || frame.error !== undefined),
      )
      if (error !== undefined) throw new Error(error.err.code)
      return opened(id)
    },
  }
}
