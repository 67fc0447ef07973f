import { randomUUID } from 'node:crypto'
import { CONFIRMABLE_FOR_MS } from '@qd/game-contract/open'
import type { CodesRefused } from '@qd/game-contract/open'
import { textIn } from '@qd/i18n'
import { ConsoleRefusal } from '../../console/console-client.ts'
import type { ConsoleClient } from '../../console/console-client.ts'
import { nameText, say, saidIn } from '../../texts/say.ts'
import { GameFailure } from '../game-failure.ts'
import type { Game } from '../game.ts'
import type { LivePlayer } from '../live-player.ts'
import { languageOfPlayer, stacksOf } from '../mail/mail-content.ts'
import { MAIL_LIFETIME } from '../mail/mailbox.ts'
import { attributesOf } from './redeem-attributes.ts'
import type { Redemption } from './redemption-store.ts'

const MOST_CODE = 64
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/**
 * Redeems codes at the console: ask, store, confirm, deliver. Each step stands in the file before the next begins, so a
 * server that dies goes on where it was; nothing is delivered before the console confirmed.
 */
export class Redemptions {
  readonly #game: Game
  readonly #console: ConsoleClient
  readonly #running = new Set<string>()
  /** When a redemption whose console did not answer is tried again. */
  readonly #pauses = new Map<string, { ms: number; until: number }>()

  constructor(game: Game, console: ConsoleClient) {
    this.#game = game
    this.#console = console
  }

  /** A player typed a code; throws GameFailure with the console's reason. Not delivered yet: it goes on by itself. */
  async redeem(player: LivePlayer, typed: string): Promise<Redemption> {
    const code = typed.trim()
    if (code === '' || code.length > MOST_CODE)
      throw new GameFailure(2004, '兑换码不合要求', { field: 'code' })
    const begun = this.#game.store.redemptions.openOf(player.uId)
    const same = begun.find((one) => one.code === code)
    if (this.#running.has(player.uId) || (begun.length > 0 && !same))
      throw new GameFailure(4001, '上一个兑换还在处理')
    if (same) return this.#advance(same)
    if (this.#console.url === null) throw new GameFailure(4001, '兑换暂不可用，请稍后再试')
    const redemption: Redemption = {
      requestId: randomUUID(),
      uId: player.uId,
      code,
      state: 'asked',
      attributes: attributesOf(this.#game, player.document),
      askedAt: this.#game.clock.realMs(),
      reservation: '',
      gift: [],
    }
    this.#game.store.redemptions.keep(redemption)
    return this.#advance(redemption)
  }

  /** Goes on with what a silent console, a full mailbox or an end of the process left open. */
  async resume(): Promise<void> {
    if (this.#console.url === null) return
    const now = this.#game.clock.realMs()
    for (const redemption of this.#game.store.redemptions.open()) {
      const isBusy = this.#running.has(redemption.uId)
      if (isBusy || now < (this.#pauses.get(redemption.requestId)?.until ?? 0)) continue
      await this.#advance(redemption).catch((error: unknown) => {
        // The player who typed it is not waiting any more; the refusal is in the log.
        if (!(error instanceof GameFailure)) throw error
      })
    }
  }

  /** As many steps as can be made now. */
  async #advance(redemption: Redemption): Promise<Redemption> {
    this.#running.add(redemption.uId)
    try {
      let now = redemption
      if (now.state === 'asked') now = await this.#ask(now)
      if (now.state === 'reserved') now = await this.#confirm(now)
      if (now.state === 'confirmed') now = this.#deliver(now)
      return now
    } catch (error) {
      if (error instanceof GameFailure) throw error
      return this.#pause(redemption, error)
    } finally {
      this.#running.delete(redemption.uId)
    }
  }

  async #ask(redemption: Redemption): Promise<Redemption> {
    const { requestId, uId, code, attributes } = redemption
    const { sId } = this.#game
    const answer = await this.#console
      .call('codesRedeem', { code, uId, roleId: uId, sId, attributes, requestId })
      .catch((error: unknown) => {
        // What the console cannot read now it will not read later.
        if (error instanceof ConsoleRefusal && error.status === 400) return this.#unreadable(redemption)
        throw error
      })
    if ('refused' in answer) return this.#refuse(redemption, answer)
    const { reservation, gift } = answer
    if (!isDeliverable(gift)) {
      this.#end(redemption, 'refused', { reason: 'gift' })
      // Given back at once; that it ends by itself is soon enough where this fails.
      await this.#console.call('codesCancel', { sId, reservation }).catch(() => undefined)
      throw new GameFailure(2004, '礼包内容有误，请联系客服')
    }
    return this.#keep({ ...redemption, state: 'reserved', reservation, gift }, 'code.reserved')
  }

  async #confirm(redemption: Redemption): Promise<Redemption> {
    const { reservation, askedAt } = redemption
    if (this.#game.clock.realMs() - askedAt > CONFIRMABLE_FOR_MS) {
      this.#end(redemption, 'lost', { reason: 'too late to confirm' })
      throw new GameFailure(6009, '兑换已失效')
    }
    const answer = await this.#console.call('codesConfirm', { sId: this.#game.sId, reservation })
    if ('refused' in answer) return this.#refuse(redemption, answer)
    return this.#keep({ ...redemption, state: 'confirmed' }, 'code.confirmed')
  }

  /** The gift and that it was given reach the file together; a full mailbox is tried again. */
  #deliver(redemption: Redemption): Redemption {
    const { store, mails, clock } = this.#game
    const { uId, reservation, code, gift } = redemption
    const player = this.#game.player(uId)
    const language = languageOfPlayer(player.document.role.language)
    const sendAt = clock.gameMs()
    const content = {
      title: nameText('兑换码礼包'),
      body: saidIn(language, say('兑换码 {code} 的礼包，请在 30 天内领取。', { code })),
      sender: nameText('系统'),
      attach: [...gift],
      sendAt,
      expireAt: sendAt + MAIL_LIFETIME * 1000,
    }
    // No console can name a mail like this.
    const mail = { mailId: `code ${reservation}`, kind: 'list', revision: 1, content, where: {} } as const
    return store.transaction(() => {
      const delivery = mails.give(player, { ...mail, exclude: [], endedAt: null })
      if (delivery !== 'full') return this.#end(redemption, 'delivered', {})
      return this.#pause(redemption, new Error('the mailbox is full'))
    })
  }

  #refuse(redemption: Redemption, { refused, msg }: CodesRefused): never {
    this.#end(redemption, redemption.state === 'asked' ? 'refused' : 'lost', { reason: refused })
    const { language } = this.#game.player(redemption.uId).document.role
    throw new GameFailure(refused, textIn(msg, languageOfPlayer(language)))
  }

  #unreadable(redemption: Redemption): never {
    this.#end(redemption, 'refused', { reason: 'unreadable' })
    throw new GameFailure(6001, '没有这个兑换码')
  }

  #keep(redemption: Redemption, event: string, facts: Record<string, unknown> = {}): Redemption {
    this.#game.store.redemptions.keep(redemption)
    const { uId, requestId, reservation } = redemption
    this.#game.log.write('info', event, { uId, requestId, reservation, ...facts })
    return redemption
  }

  #end(redemption: Redemption, state: 'delivered' | 'refused' | 'lost', facts: object): Redemption {
    this.#pauses.delete(redemption.requestId)
    return this.#keep({ ...redemption, state }, `code.${state}`, { ...facts })
  }

  /** Nobody knows what came of it: the same is asked again, less and less often. */
  #pause(redemption: Redemption, why: unknown): Redemption {
    const { requestId, uId } = redemption
    const before = this.#pauses.get(requestId)?.ms ?? FIRST_PAUSE_MS / 2
    const ms = Math.min(LONGEST_PAUSE_MS, before * 2)
    this.#pauses.set(requestId, { ms, until: this.#game.clock.realMs() + ms })
    this.#game.log.write('warn', 'code.waits', { uId, requestId, reason: String(why) })
    return redemption
  }
}

function isDeliverable(gift: Redemption['gift']): boolean {
  try {
    stacksOf(gift, 'gift')
    return true
  } catch (error) {
    if (!(error instanceof GameFailure)) throw error
    return false
  }
}
