import { act } from '@testing-library/react'
import { vi } from 'vitest'

type Opened = { id: string; channel: string }

/** Speaks the server's side of `/live` to whatever page connects; stands for the browser's WebSocket. */
class ServerSide extends EventTarget {
  static OPEN = 1
  static last: ServerSide | null = null
  readyState = 1
  sent: Opened[] = []
  constructor() {
    super()
    ServerSide.last = this
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Opened)
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  close(): void {}
}

export interface LiveServer {
  /** Takes the ticket: channels may be opened. */
  ready(): void
  /** What a page that listens to the channel is told. */
  tell(channel: string, event: object): void
}

/** Answers the live connection of the page under test. */
export function liveServer(): LiveServer {
  ServerSide.last = null
  vi.stubGlobal('WebSocket', ServerSide)
  const socket = (): ServerSide => {
    if (ServerSide.last === null) throw new Error('the page opened no live connection')
    return ServerSide.last
  }
  return {
    ready: () => act(() => socket().say({ channel: '', ready: true })),
    tell(channel, event) {
      const opened = socket().sent.findLast((each) => each.channel === channel)
      if (opened === undefined) throw new Error(`the page does not listen to ${channel}`)
      act(() => socket().say({ id: opened.id, channel, event }))
    },
  }
}
