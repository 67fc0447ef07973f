import { AppError, coreErrors } from '@qd/contract-kit'
import { languageOf } from '@qd/i18n'
import type { WebSocket } from 'ws'
import { parseJson } from '../body/parse-json.ts'
import { failureOf, toAppError } from '../serve/envelope.ts'
import type { Caller } from '../ports/index.ts'
import type { LiveOptions } from './live-server.ts'
import { admitToChannel } from './admit-to-channel.ts'
import type { ServedChannel } from './serve-channel.ts'

const TICKET_WITHIN_MS = 5_000
const MAX_BUFFERED_BYTES = 1_048_576
const MAX_SUBSCRIPTIONS = 64
/** Largest frame of somebody who has shown a ticket, and of a stranger: a ticket and a language. */
export const FRAME = { bytes: 65_536, values: 10_000 } as const
const UNPROVEN_FRAME = { bytes: 4_096, values: 16 } as const
/** For the other side's goodbye; without an end of its own a silent one would hold a stopping console. */
const CLOSE_WITHIN_MS = 3_000

/** Close codes of `/live`. */
export const LIVE_CLOSE = {
  noTicket: 4401,
  ended: 4402,
  badFrame: 4400,
  slow: 4409,
  comeAgain: 1013,
} as const

interface Frame {
  ticket?: string
  lang?: string
  id?: string
  channel?: string
  open?: unknown
  close?: boolean
}

interface OpenSubscription {
  served: ServedChannel
  open: unknown
  end: () => void
}

/** One socket: proves itself by a ticket, then opens and closes channels. */
export class LiveConnection {
  private caller: Caller | null = null
  private lang = languageOf(undefined)
  private readonly subscriptions = new Map<string, OpenSubscription>()
  private disposers: (() => void)[] = []
  private deadline: NodeJS.Timeout | null
  private isAlive = true
  private readonly ws: WebSocket
  private readonly channels: ReadonlyMap<string, ServedChannel>
  private readonly options: LiveOptions
  private readonly onProven: () => void

  constructor(
    ws: WebSocket,
    channels: ReadonlyMap<string, ServedChannel>,
    options: LiveOptions,
    onProven: () => void,
  ) {
    this.ws = ws
    this.channels = channels
    this.options = options
    this.onProven = onProven
    this.deadline = setTimeout(() => this.end(LIVE_CLOSE.noTicket, 'no ticket'), TICKET_WITHIN_MS)
    ws.on('pong', () => (this.isAlive = true))
    ws.on('message', (data, isBinary) => {
      if (isBinary) this.end(LIVE_CLOSE.badFrame, 'text frames only')
      else void this.receive(data as Buffer)
    })
    ws.on('close', () => this.release())
    ws.on('error', (err) => options.logger.debug({ err }, 'live socket error'))
  }

  ping(): void {
    if (!this.isAlive) return this.ws.terminate()
    this.isAlive = false
    this.ws.ping()
  }

  end(code: number, reason: string): void {
    this.ws.close(code, reason)
    setTimeout(() => this.ws.terminate(), CLOSE_WITHIN_MS).unref()
  }

  private release(): void {
    if (this.deadline !== null) clearTimeout(this.deadline)
    for (const subscription of this.subscriptions.values()) subscription.end()
    this.subscriptions.clear()
    for (const dispose of this.disposers) dispose()
    this.disposers = []
  }

  private send(message: unknown): void {
    if (this.ws.readyState !== this.ws.OPEN) return
    if (this.ws.bufferedAmount > MAX_BUFFERED_BYTES) return this.end(LIVE_CLOSE.slow, 'too slow')
    this.ws.send(JSON.stringify(message))
  }

  private async receive(bytes: Buffer): Promise<void> {
    // Told to go, it may still speak: whose session ended opens nothing more.
    if (this.ws.readyState !== this.ws.OPEN) return
    let frame: Frame
    try {
      const limit = this.caller === null ? UNPROVEN_FRAME : FRAME
      if (bytes.length > limit.bytes) throw new AppError(coreErrors.body_too_large)
      frame = parseJson(bytes, limit) as Frame
      if (typeof frame !== 'object' || frame === null) throw new AppError(coreErrors.invalid_json)
    } catch {
      return this.end(LIVE_CLOSE.badFrame, 'not JSON')
    }
    try {
      if (this.caller === null) await this.prove(frame)
      else if (frame.close === true) this.closeChannel(String(frame.id))
      else await this.openChannel(frame)
    } catch (error) {
      const failure = failureOf(toAppError(error), this.options.texts, this.lang, 'live')
      this.send({ id: frame.id ?? '', channel: frame.channel ?? '', error: failure })
    }
  }

  private async prove(frame: Frame): Promise<void> {
    if (this.deadline !== null) clearTimeout(this.deadline)
    this.deadline = null
    this.lang = languageOf(frame.lang)
    await this.options.caughtUp?.()
    const caller =
      typeof frame.ticket === 'string' ? await this.options.session.redeemTicket(frame.ticket) : null
    if (caller === null) return this.end(LIVE_CLOSE.noTicket, 'ticket refused')
    if (this.ws.readyState !== this.ws.OPEN) return
    this.caller = caller
    this.onProven()
    const { session } = this.options
    this.disposers.push(
      session.onEnded(caller.sessionId, (reason) => this.end(LIVE_CLOSE.ended, reason)),
      session.onRightsChanged(
        caller.userId,
        () => void this.recheck().catch(() => this.end(LIVE_CLOSE.comeAgain, 'rights unknown')),
      ),
    )
    this.send({ channel: '', ready: true })
  }

  private closeChannel(id: string): void {
    this.subscriptions.get(id)?.end()
    this.subscriptions.delete(id)
  }

  private async openChannel(frame: Frame): Promise<void> {
    const id = frame.id
    const served = this.channels.get(String(frame.channel))
    if (served === undefined) throw new AppError(coreErrors.not_found)
    if (typeof id !== 'string' || id === '' || id.length > 64) throw new AppError(coreErrors.invalid_request)
    if (this.subscriptions.has(id) || this.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new AppError(coreErrors.invalid_request)
    }
    const caller = this.caller!
    const { open, place } = admitToChannel(served.channel, caller, this.options.scope, {
      value: frame.open ?? {},
      lang: this.lang,
    })
    // Held before the first await, so that a second open with the same id is refused.
    const entry: OpenSubscription = { served, open: frame.open ?? {}, end: () => {} }
    this.subscriptions.set(id, entry)
    const send = (event: unknown) => this.send({ id, channel: served.channel.name, event })
    try {
      const end = await served.open(open as never, { caller, place, send: send as never })
      if (this.subscriptions.get(id) === entry) entry.end = end
      else end()
    } catch (error) {
      this.subscriptions.delete(id)
      throw error
    }
    this.send({ id, channel: served.channel.name, opened: true })
  }

  /** After a change of rights every open channel is admitted again or closed; rejects when nobody can tell the rights. */
  private async recheck(): Promise<void> {
    const caller = await this.options.session.current(this.caller!.sessionId)
    if (caller === null) return this.end(LIVE_CLOSE.ended, 'session ended')
    this.caller = caller
    for (const [id, { served, open }] of this.subscriptions) {
      try {
        admitToChannel(served.channel, caller, this.options.scope, { value: open, lang: this.lang })
      } catch (error) {
        this.closeChannel(id)
        const failure = failureOf(toAppError(error), this.options.texts, this.lang, 'live')
        this.send({ id, channel: served.channel.name, error: failure })
      }
    }
  }
}
