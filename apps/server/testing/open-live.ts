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
  error?: unknown
}

export interface LiveSocket {
  socket: WebSocket
  /** Opens a channel and waits until it is open. */
  open(channel: string, open?: unknown): Promise<void>
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
  let wake = () => {}
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as LiveFrame)
    wake()
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  socket.send(JSON.stringify({ ticket: body.data.ticket }))
  const next: LiveSocket['next'] = async (passes) => {
    for (;;) {
      const at = frames.findIndex(passes)
      if (at !== -1) return frames.splice(at, 1)[0]!
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  await next(({ ready }) => ready === true)
  let ids = 0
  return {
    socket,
    next,
    closed,
    async open(channel, open = {}) {
      noteDoor(`live ${channel}`)
      const id = String(++ids)
      socket.send(JSON.stringify({ id, channel, open }))
      await next((frame) => frame.id === id && frame.opened === true)
    },
  }
}
