import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { noteDoor } from '@qd/contract-kit/testing'
import { attachLive, loadTexts } from '@qd/server-kit'
import type { Caller, ServedChannel, SessionPort } from '@qd/server-kit'
import { aServer, fixedScope } from '@qd/server-kit/testing'
import { pino } from 'pino'

interface Frame {
  id?: string
  opened?: true
  ready?: true
  answer?: number
  reply?: unknown
  event?: { kind: string }
  error?: { msg: string; err: { code: string } }
}

/** One open channel of a page. */
export interface LivePage {
  /** What it answers; rejects with the code of its refusal. */
  ask<R>(name: string, input: object): Promise<R>
  /** Events so far, oldest first. */
  events: unknown[]
  /** Closes the channel; resolves when the server has. */
  leave(): Promise<void>
  close(): void
}

export interface TestLive {
  /** Opens a channel as somebody; rejects with the code of its refusal. */
  open(caller: Caller, channel: string, open: object): Promise<LivePage>
  stop(): void
}

/** A page on its own socket to the real live server. */
async function openPage(url: string, ticket: string, { channel, open }: { channel: string; open: object }) {
  const socket = new WebSocket(url)
  const waiting = new Map<string, (frame: Frame) => void>()
  const events: unknown[] = []
  const answerTo = (to: string) => new Promise<Frame>((resolve) => waiting.set(to, resolve))
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.event !== undefined) events.push(frame.event)
    const to = frame.answer === undefined ? 'open' : String(frame.answer)
    if (frame.event === undefined) waiting.get(to)?.(frame)
  })
  await once(socket, 'open')
  const proven = answerTo('open')
  socket.send(JSON.stringify({ ticket, lang: 'en' }))
  await proven
  noteDoor(`live ${channel}`)
  const opened = answerTo('open')
  socket.send(JSON.stringify({ id: 'page', channel, open }))
  const { error } = await opened
  if (error !== undefined) throw new Error(error.err.code)
  let asks = 0
  const page: LivePage = {
    events,
    async ask<R>(name: string, input: object) {
      asks += 1
      const answer = answerTo(String(asks))
      socket.send(JSON.stringify({ id: 'page', ask: asks, name, input }))
      const frame = await answer
      if (frame.error !== undefined) throw new Error(frame.error.err.code)
      return frame.reply as R
    },
    async leave() {
      socket.send(JSON.stringify({ id: 'page', close: true }))
      // Answered in order: by then there is no such channel.
      await page.ask('none', {}).catch(() => undefined)
    },
    close: () => socket.close(),
  }
  return page
}

/** The live server with the channels of a feature, and pages on it. */
export async function startLive(channels: ServedChannel[], texts: URL): Promise<TestLive> {
  const callers = new Map<string, Caller>()
  const bySession = (id: string) => [...callers.values()].find(({ sessionId }) => sessionId === id) ?? null
  const session: SessionPort = {
    authenticate: () => null,
    endReason: async () => null,
    redeemTicket: async (ticket) => callers.get(ticket) ?? null,
    onEnded: () => () => undefined,
    onRightsChanged: () => () => undefined,
    current: async (id) => bySession(id),
  }
  const server = createServer()
  const live = attachLive(server, {
    channels,
    session,
    scope: fixedScope([aServer({ sId: 1, lineId: 'lantern-dev', environment: 'dev' })]),
    texts: loadTexts([coreTextsFolder, texts]),
    logger: pino({ level: 'silent' }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`
  return {
    async open(caller, channel, open) {
      callers.set(caller.username, caller)
      return openPage(url, caller.username, { channel, open })
    },
    stop() {
      live.close()
      server.close()
    },
  }
}
