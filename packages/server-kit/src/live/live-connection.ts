import { AppError, coreErrors } from '@qd/contract-kit'
import { languageOf } from '@qd/i18n'
import type { WebSocket } from 'ws'
import { parseJson } from '../body/parse-json.ts'
import { errorText, failureOf, toAppError } from '../serve/envelope.ts'
import { whileWaited } from '../serve/current-asker.ts'
import type { Caller } from '../ports/index.ts'
import type { LiveOptions } from './live-server.ts'
import { admitToChannel } from './admit-to-channel.ts'
import { OpenSubscription } from './open-subscription.ts'
import type { AskFrame } from './open-subscription.ts'
import { openedOf } from './serve-channel.ts'
import type { AskedSubscription, ServedChannel } from './serve-channel.ts'

const TICKET_WITHIN_MS = 5_000
const MAX_BUFFERED_BYTES = 1_048_576
/** A page with more than this on its way is behind. */
const BEHIND_BYTES = 262_144
const MAX_SUBSCRIPTIONS = 64
/** Answers that wait for a page to read; one that asks on and reads nothing has gone. */
const MAX_WAITING_ANSWERS = 256
/** Longest name a page gives a channel it opens. */
const MAX_ID = 64
/** Rights that ended by themselves are told by nobody: an ask looks again after this. */
const RIGHTS_FOR_MS = 1_000
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

interface Frame extends AskFrame {
  ticket?: string
  lang?: string
  id?: string
  channel?: string
  open?: unknown
  close?: boolean
}

export interface LivePage {
  /** For the audit. */
  address: string
  onProven(): void
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
  private readonly page: LivePage
  /** Settles once what was sent last has left. */
  private leaving: Promise<void> = Promise.resolve()
  private waitingAnswers = 0

  constructor(
    ws: WebSocket,
    channels: ReadonlyMap<string, ServedChannel>,
    options: LiveOptions,
    page: LivePage,
  ) {
    this.ws = ws
    this.channels = channels
    this.options = options
    this.page = page
    this.deadline = setTimeout(() => this.end(LIVE_CLOSE.noTicket, 'no ticket'), TICKET_WITHIN_MS)
    ws.on('pong', () => (this.isAlive = true))
    ws.on('message', (data, isBinary) => {
      if (isBinary) this.end(LIVE_CLOSE.badFrame, 'text frames only')
      else void whileWaited(() => this.receive(data as Buffer))
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
    this.leaving = new Promise((resolve) => this.ws.send(JSON.stringify(message), () => resolve()))
  }

  /** An answer waits for room, as many as a page that reads could ever have asked for. */
  private async sendInTurn(message: unknown): Promise<void> {
    if (this.waitingAnswers >= MAX_WAITING_ANSWERS) return this.end(LIVE_CLOSE.slow, 'too slow')
    this.waitingAnswers += 1
    while (this.ws.readyState === this.ws.OPEN && this.ws.bufferedAmount > BEHIND_BYTES) await this.leaving
    this.waitingAnswers -= 1
    this.send(message)
  }

  private async receive(bytes: Buffer): Promise<void> {
    // Told to go, it may still speak: whose session ended opens nothing more.
    if (this.ws.readyState !== this.ws.OPEN) return
    let frame: Frame
    try {
      const limit = this.caller === null ? UNPROVEN_FRAME : FRAME
      if (bytes.length > limit.bytes) throw new RangeError('too long')
      frame = parseJson(bytes, limit) as Frame
      if (typeof frame !== 'object' || frame === null) throw new TypeError('no object')
    } catch {
      return this.end(LIVE_CLOSE.badFrame, 'not JSON')
    }
    try {
      if (this.caller === null) await this.prove(frame)
      else if (frame.close === true) this.closeChannel(String(frame.id))
      else if (frame.ask !== undefined) await this.ask(frame)
      else await this.openChannel(frame)
    } catch (error) {
      const failure = failureOf(toAppError(error), this.options.texts, this.lang, 'live')
      // Of the wrong kind or length it is not said back.
      const id = typeof frame.id === 'string' && frame.id.length <= MAX_ID ? frame.id : ''
      this.send({ id, channel: String(frame.channel ?? '').slice(0, MAX_ID), error: failure })
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
    this.page.onProven()
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

  private subscriptionOf(
    id: string,
    entry: OpenSubscription,
    admitted: Pick<AskedSubscription, 'caller' | 'place'>,
  ): AskedSubscription {
    const { texts } = this.options
    return {
      ...admitted,
      address: this.page.address,
      language: this.lang,
      text: (key, params) => texts.get(this.lang, 'texts', key, params),
      failure: (error) => {
        const told = toAppError(error)
        return { code: told.def.code, msg: errorText(told, texts, this.lang) }
      },
      send: ((event: unknown) => {
        if (!entry.isEnded) this.send({ id, channel: entry.name, event })
      }) as never,
      isBehind: () => this.ws.bufferedAmount > BEHIND_BYTES,
    }
  }

  /** Answers what an open channel is asked; a failure is part of the answer. */
  private async ask(frame: Frame): Promise<void> {
    const { id } = frame
    if (typeof id !== 'string' || id.length > MAX_ID) throw new AppError(coreErrors.invalid_request)
    const entry = this.subscriptions.get(id)
    // Said back as it came, as far as a page that asks in earnest would have sent it.
    const number = typeof frame.ask === 'number' ? frame.ask : String(frame.ask).slice(0, MAX_ID)
    const answer = { id, answer: number }
    try {
      if (entry === undefined) throw new AppError(coreErrors.not_found)
      await this.assertStillAdmitted(id, entry)
      const reply = await entry.answer(frame)
      await this.sendInTurn({ ...answer, reply })
    } catch (error) {
      const told = toAppError(error)
      if (told.def === coreErrors.internal) this.options.logger.error({ err: error }, 'ask failed')
      await this.sendInTurn({ ...answer, error: failureOf(told, this.options.texts, this.lang, 'live') })
    }
  }

  private async assertStillAdmitted(id: string, entry: OpenSubscription): Promise<void> {
    if (performance.now() - entry.checkedAt < RIGHTS_FOR_MS) return
    const caller = await this.options.session.current(this.caller!.sessionId)
    if (caller === null) {
      this.end(LIVE_CLOSE.ended, 'session ended')
      throw new AppError(coreErrors.session_expired)
    }
    this.caller = caller
    this.admitAgain(id, entry, caller)
    if (entry.isEnded) throw new AppError(coreErrors.forbidden)
    entry.checkedAt = performance.now()
  }

  /** Closes a channel its user may no longer have open. */
  private admitAgain(id: string, entry: OpenSubscription, caller: Caller): void {
    const { served, open } = entry
    try {
      admitToChannel(served.channel, caller, this.options.scope, { value: open, lang: this.lang })
    } catch (error) {
      this.closeChannel(id)
      const failure = failureOf(toAppError(error), this.options.texts, this.lang, 'live')
      this.send({ id, channel: served.channel.name, error: failure })
    }
  }

  private async openChannel(frame: Frame): Promise<void> {
    const id = frame.id
    const served = this.channels.get(String(frame.channel))
    if (served === undefined) throw new AppError(coreErrors.not_found)
    if (typeof id !== 'string' || id === '' || id.length > MAX_ID)
      throw new AppError(coreErrors.invalid_request)
    if (this.subscriptions.has(id) || this.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new AppError(coreErrors.invalid_request)
    }
    // Held before the first await, so that a second open with the same id is refused.
    const entry = new OpenSubscription(served, frame.open ?? {})
    this.subscriptions.set(id, entry)
    try {
      // Asked for each time: a right that ends by itself is told by nobody.
      const caller = await this.options.session.current(this.caller!.sessionId)
      if (caller === null) return this.end(LIVE_CLOSE.ended, 'session ended')
      this.caller = caller
      // Closed while it waited.
      if (this.subscriptions.get(id) !== entry) return
      const { open, place } = admitToChannel(served.channel, caller, this.options.scope, {
        value: entry.open,
        lang: this.lang,
      })
      entry.checkedAt = performance.now()
      entry.begin(
        openedOf(await served.open(open as never, this.subscriptionOf(id, entry, { caller, place }))),
      )
      if (entry.isEnded) return
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
    for (const [id, entry] of this.subscriptions) this.admitAgain(id, entry, caller)
  }
}
