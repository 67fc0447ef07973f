import type { AnyChannel, AskGiven, AskName, AskReply, Envelope } from '@qd/contract-kit'
import { CallError, kitText } from '@qd/web-base'
import { keepOpen } from './live-client.ts'
import type { EventOf, LiveAnswer, OpenOf } from './live-client.ts'

/** The server takes 16 of one channel; the others wait here. */
const AT_ONCE = 12
const ANSWER_WITHIN_MS = 30_000

interface Asked {
  name: string
  input: unknown
  resolve: (reply: never) => void
  reject: (error: CallError) => void
}

export interface LiveListener<C extends AnyChannel> {
  onEvent: (event: EventOf<C>) => void
  /** The server refused to open the channel, or closed it: rights went, say. */
  onRefused?: (error: CallError) => void
  /** Open, for the first time or again. */
  onOpened?: () => void
  /** The connection broke. It comes back by itself; what was asked has failed. */
  onLost?: () => void
}

export interface LiveChannel<C extends AnyChannel> {
  /** Rejects with CallError: what the server says, or `no_answer` when the connection broke or nothing came. */
  ask<N extends AskName<C>>(name: N, input: AskGiven<C, N>): Promise<AskReply<C, N>>
  end(): void
}

const noAnswer = () => new CallError({ code: 'no_answer', message: kitText('call.noAnswer') })

const saidBy = (failure: Partial<Envelope>) =>
  new CallError({
    code: failure.err?.code ?? String(failure.status ?? ''),
    message: failure.msg ?? '',
    envelope: failure as Envelope,
  })

/** The asks of one channel: those on their way by their number, the others in a queue. */
function createAsking(send: (message: object) => void) {
  const waiting = new Map<number, Asked & { timer: ReturnType<typeof setTimeout> }>()
  let queue: Asked[] = []
  let isOpen = false
  let last = 0
  const settle = (number: number) => {
    const asked = waiting.get(number)
    clearTimeout(asked?.timer)
    waiting.delete(number)
    return asked
  }
  const sendNext = () => {
    const now = isOpen ? queue.splice(0, AT_ONCE - waiting.size) : []
    for (const asked of now) {
      last += 1
      const number = last
      const giveUp = () => {
        settle(number)?.reject(noAnswer())
        sendNext()
      }
      waiting.set(number, { ...asked, timer: setTimeout(giveUp, ANSWER_WITHIN_MS) })
      send({ ask: number, name: asked.name, input: asked.input })
    }
  }
  return {
    add(asked: Asked) {
      queue.push(asked)
      sendNext()
    },
    opened() {
      isOpen = true
      sendNext()
    },
    take({ answer, reply, error }: LiveAnswer) {
      const asked = settle(answer)
      if (error === undefined) asked?.resolve(reply as never)
      else asked?.reject(saidBy(error))
      sendNext()
    },
    /** What is on its way fails; what waits stays when the channel comes back. */
    lost(error: CallError, isOver: boolean) {
      isOpen = false
      for (const number of Array.from(waiting.keys())) settle(number)?.reject(error)
      if (!isOver) return
      for (const asked of queue) asked.reject(error)
      queue = []
    },
  }
}

/**
 * Opens a channel that can be asked, now and after each reconnect. `open` as a function is asked for each time. Asks made
 * before it is open wait for that.
 */
export function openLive<C extends AnyChannel>(
  channel: C,
  open: OpenOf<C> | (() => OpenOf<C>),
  { onEvent, onRefused, onOpened, onLost }: LiveListener<C>,
): LiveChannel<C> {
  let refusal: CallError | null = null
  const asking = createAsking((message) => kept.ask(message))
  const kept = keepOpen({
    channel: channel.name,
    open: () => {
      refusal = null
      return typeof open === 'function' ? (open as () => OpenOf<C>)() : open
    },
    onEvent: onEvent as (event: unknown) => void,
    onOpened: () => {
      asking.opened()
      onOpened?.()
    },
    onAnswer: (answer) => asking.take(answer),
    onRefused: (failure) => {
      refusal = saidBy(failure)
      asking.lost(refusal, true)
      onRefused?.(refusal)
    },
    onLost: () => {
      asking.lost(noAnswer(), false)
      onLost?.()
    },
  })
  return {
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        if (refusal === null) asking.add({ name, input, resolve, reject })
        else reject(refusal)
      }),
    end() {
      kept.end()
      asking.lost(new CallError({ code: 'aborted', message: 'aborted' }), true)
    },
  }
}
