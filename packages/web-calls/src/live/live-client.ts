import { pageBase } from '@qd/web-base'
import type { AnyChannel, Channel, z } from '@qd/contract-kit'
import { create } from 'zustand'
import { currentLanguage } from '@qd/web-base'
import { checkReach } from '../api/reachability.ts'

type OpenOf<C> = C extends Channel<infer S, infer _E> ? z.input<S> : never
type EventOf<C> = C extends Channel<infer _S, infer E> ? z.output<E> : never

export type LiveState = 'closed' | 'connecting' | 'open'

/** Whether the live connection stands, for pages that show it. */
export const useLiveState = create<{ state: LiveState }>()(() => ({ state: 'closed' }))

interface Listener {
  id: string
  channel: string
  open: unknown
  onEvent: (event: unknown) => void
  onRefused?: (code: string) => void
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

function openOne(listener: Listener): void {
  send({ id: listener.id, channel: listener.channel, open: listener.open })
}

interface LiveMessage {
  id?: string
  /** The ticket was taken; channels may be opened. */
  ready?: boolean
  event?: unknown
  error?: { err?: { code: string } }
}

function onMessage(text: string): void {
  const message = JSON.parse(text) as LiveMessage
  if (message.ready === true) {
    attempts = 0
    useLiveState.setState({ state: 'open' })
    for (const listener of listeners.values()) openOne(listener)
    return
  }
  const listener = message.id === undefined ? undefined : listeners.get(message.id)
  if (listener === undefined) return
  if (message.error !== undefined) listener.onRefused?.(message.error.err?.code ?? '')
  else if (message.event !== undefined) listener.onEvent(message.event)
}

function onClose(closed: WebSocket, { code, reason }: CloseEvent): void {
  if (socket !== closed) return
  socket = null
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

/** Listens to a channel now and after each reconnect; returns what ends it. */
export function listenLive<C extends AnyChannel>(
  channel: C,
  open: OpenOf<C>,
  onEvent: (event: EventOf<C>) => void,
  onRefused?: (code: string) => void,
): () => void {
  lastId += 1
  const id = String(lastId)
  const listener: Listener = {
    id,
    channel: channel.name,
    open,
    onEvent: onEvent as (event: unknown) => void,
    onRefused,
  }
  listeners.set(id, listener)
  openOne(listener)
  return () => {
    listeners.delete(id)
    send({ id, close: true })
  }
}
