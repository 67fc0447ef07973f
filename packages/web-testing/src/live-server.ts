import { act } from '@testing-library/react'
import { vi } from 'vitest'

interface Sent {
  id: string
  channel: string
  open?: unknown
  ask?: number
  name?: string
  input?: unknown
}
type Opened = Sent

type Told = { reply: unknown } | { error: { status: number; msg: string; err: object } }
/** Answers what is asked on an open channel, at once or later; a failure is given as the envelope has it. */
type Answer = (input: never) => Told | Promise<Told>

/** By channel and name. */
let answers = new Map<string, Answer>()

/** Speaks the server's side of `/live` to whatever page connects; stands for the browser's WebSocket. */
class ServerSide extends EventTarget {
  static OPEN = 1
  static last: ServerSide | null = null
  readyState = 1
  sent: Opened[] = []
  send(text: string): void {
    const sent = JSON.parse(text) as Sent
    this.sent.push(sent)
    if (sent.ask !== undefined) this.#answer(sent)
    else if ([...answers.keys()].some((key) => key.startsWith(`${sent.channel} `)))
      this.#sayLater(() => ({ id: sent.id, opened: true }))
  }
  #answer({ id, ask, name, input }: Sent): void {
    const channel = this.sent.findLast((each) => each.id === id && each.channel !== undefined)?.channel
    const answer = answers.get(`${channel} ${name}`)
    if (answer === undefined) throw new Error(`nobody answers ${name} on ${channel}`)
    const told = answer(input as never)
    const say = (each: Told): void => this.#sayLater(() => ({ id, answer: ask, ...each }))
    if (told instanceof Promise) void told.then(say)
    else say(told)
  }
  #sayLater(message: () => object): void {
    const say = (): void => this.say(message())
    // While a test acts as the user, whatever comes of it is waited for already.
    const isActing = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT') === false
    queueMicrotask(() => (isActing ? say() : act(say)))
  }
  constructor() {
    super()
    ServerSide.last = this
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
  /** The server refuses the channel, or closes it. */
  refuse(channel: string, code: string, msg: string): void
  /** The connection breaks; the page opens another one by itself. */
  lose(): void
  /** Answers what the page asks on the channel under a name. */
  answer(channel: string, name: string, answer: Answer): void
  /** What the page opened the channel with, the last time. */
  openedWith(channel: string): unknown
  /** What was asked on the channel under a name, oldest first. */
  asked(channel: string, name: string): unknown[]
}

/** Answers the live connection of the page under test. */
export function liveServer(): LiveServer {
  ServerSide.last = null
  answers = new Map()
  vi.stubGlobal('WebSocket', ServerSide)
  const socket = (): ServerSide => {
    if (ServerSide.last === null) throw new Error('the page opened no live connection')
    return ServerSide.last
  }
  const openedOn = (channel: string): Opened => {
    const opened = socket().sent.findLast((each) => each.channel === channel)
    if (opened === undefined) throw new Error(`the page does not listen to ${channel}`)
    return opened
  }
  return {
    ready: () => act(() => socket().say({ channel: '', ready: true })),
    tell(channel, event) {
      const { id } = openedOn(channel)
      act(() => socket().say({ id, channel, event }))
    },
    refuse(channel, code, msg) {
      const { id } = openedOn(channel)
      act(() => socket().say({ id, channel, error: { status: 404, msg, err: { code } } }))
    },
    lose() {
      const lost = socket()
      lost.readyState = 3
      ServerSide.last = null
      act(() => void lost.dispatchEvent(new CloseEvent('close', { code: 1006 })))
    },
    answer: (channel, name, answer) => void answers.set(`${channel} ${name}`, answer),
    openedWith: (channel) => openedOn(channel).open,
    asked(channel, name) {
      const { id } = openedOn(channel)
      return socket()
        .sent.filter((each) => each.id === id && each.name === name)
        .map(({ input }) => input)
    },
  }
}
