import { pageBase } from '@qd/web-base'
import type { AnyChannel, Channel, Envelope, z } from '@qd/contract-kit'
import { create } from 'zustand'
import { currentLanguage } from '@qd/web-base'
import { checkReach } from '../api/reachability.ts'

export type OpenOf<C> = C extends Channel<infer S, infer _E, infer _A> ? z.input<S> : never
export type EventOf<C> = C extends Channel<infer _S, infer E, infer _A> ? z.output<E> : never

export type LiveState = 'closed' | 'connecting' | 'open'

/** Whether the live connection stands, for pages that show it. */
export const useLiveState = create<{ state: LiveState }>()(() => ({ state: 'closed' }))

/** One channel as the connection keeps it open, now and after each reconnect. */
export interface Listener {
  channel: string
  /** What it is opened with, as of now. */
  open: () => unknown
  onEvent: (event: unknown) => void
  onRefused?: (failure: Partial<Envelope>) => void
  onOpened?: () => void
  onAnswer?: (answer: LiveAnswer) => void
  /** The connection broke; it opens again by itself. */
  onLost?: () => void
}

export interface LiveAnswer {
  answer: number
  reply?: unknown
  error?: Envelope
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000
/** Close code by which the server says that the session ended. */
const CLOSE_ENDED = 4402

const listeners = new Map<string, Listener>()

let socket: WebSocket | null = null
let attempts = 0
let timer: ReturnType<typeof setTimeout> | null = null
let lastId = 0
let isWanted = false
let fetchTicket: () => Promise<string> = () => Promise.reject(new Error('no ticket source'))
let onEnded: (reason: string) => void = () => {}

function send(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

function openOne(id: string, { channel, open }: Listener): void {
  send({ id, channel, open: open() })
}

interface LiveMessage extends Partial<LiveAnswer> {
  id?: string
  /** The ticket was taken; channels may be opened. */
  ready?: boolean
  opened?: boolean
  event?: unknown
}

function onMessage(text: string): void {
  const message = JSON.parse(text) as LiveMessage
  if (message.ready === true) {
    attempts = 0
    useLiveState.setState({ state: 'open' })
    for (const [id, listener] of listeners) openOne(id, listener)
    return
  }
  const listener = message.id === undefined ? undefined : listeners.get(message.id)
  if (listener === undefined) return
  if (message.answer !== undefined) listener.onAnswer?.(message as LiveAnswer)
  else if (message.opened === true) listener.onOpened?.()
  else if (message.error !== undefined) listener.onRefused?.(message.error)
  else if (message.event !== undefined) listener.onEvent(message.event)
}

function onClose(closed: WebSocket, { code, reason }: CloseEvent): void {
  if (socket !== closed) return
  socket = null
  for (const { onLost } of listeners.values()) onLost?.()
  if (code === CLOSE_ENDED) return onEnded(reason)
  // A connection that stood and broke is the first sign of a console that is gone.
  if (useLiveState.getState().state === 'open') checkReach()
  retryLater()
}

function retryLater(): void {
  useLiveState.setState({ state: 'closed' })
  if (!isWanted || timer !== null) return
  const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts)
  attempts += 1
  timer = setTimeout(
    () => {
      timer = null
      void connect()
    },
    delayMs * (0.75 + Math.random() / 2),
  )
}

async function connect(): Promise<void> {
  if (!isWanted || socket !== null) return
  useLiveState.setState({ state: 'connecting' })
  try {
    const ticket = await fetchTicket()
    if (!isWanted) return
    const next = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}${pageBase()}/live`)
    socket = next
    next.addEventListener('open', () => next.send(JSON.stringify({ ticket, lang: currentLanguage() })))
    next.addEventListener('message', (event) => onMessage(String(event.data)))
    next.addEventListener('close', (event) => onClose(next, event))
  } catch {
    // The ticket call failed; a lost session was already handled by it, the rest is tried again.
    retryLater()
  }
}

/** Connects now instead of after the rest of the pause. */
export function retryLive(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
  attempts = 0
  void connect()
}

/** Starts the one live connection of this page; it reconnects with growing pauses until stopped. */
export function startLive(
  ticketSource: () => Promise<string>,
  whenEnded: (reason: string) => void,
): () => void {
  fetchTicket = ticketSource
  onEnded = whenEnded
  isWanted = true
  attempts = 0
  void connect()
  return () => {
    isWanted = false
    if (timer !== null) clearTimeout(timer)
    timer = null
    const old = socket
    socket = null
    old?.close()
    useLiveState.setState({ state: 'closed' })
  }
}

/** Keeps a channel open; `ask` sends on it, `end` closes it. */
export function keepOpen(listener: Listener): { ask(message: object): void; end(): void } {
  lastId += 1
  const id = String(lastId)
  listeners.set(id, listener)
  openOne(id, listener)
  return {
    ask: (message) => send({ id, ...message }),
    end() {
      listeners.delete(id)
      send({ id, close: true })
    },
  }
}

/** Listens to a channel now and after each reconnect; returns what ends it. */
export function listenLive<C extends AnyChannel>(
  channel: C,
  open: OpenOf<C>,
  onEvent: (event: EventOf<C>) => void,
  onRefused?: (code: string) => void,
): () => void {
  return keepOpen({
    channel: channel.name,
    open: () => open,
    onEvent: onEvent as (event: unknown) => void,
    onRefused: ({ err }) => onRefused?.(err?.code ?? ''),
  }).end
}
