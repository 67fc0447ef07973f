import type { AttachRow } from '@qd/game-contract'
import type { ItemStack, MailRow } from '../document.ts'
import type { Game } from '../game.ts'
import type { LivePlayer } from '../live-player.ts'
import { languageOfPlayer, letterFor } from './mail-content.ts'
import type { Addressee } from './mail-content.ts'
import type { LedgerRow, SentMail } from './mail-store.ts'
import { putLetter } from './mailbox.ts'
import { playerFits } from './player-fits.ts'

const NEW_MAIL_COMMAND = 1710

export type Delivery = 'delivered' | 'duplicate' | 'full'

export const attachOf = (stacks: readonly ItemStack[]): AttachRow[] =>
  stacks.map(({ itemId, count }) => ({ number: itemId, quantity: count }))

/** The mails consoles sent, on their way into mailboxes. Each reaches a player once, whatever happens in between. */
export class Mails {
  readonly #game: Game
  #globals: readonly SentMail[]
  /** What was looked at for a player last; nothing has to be looked at again until it differs. */
  readonly #looked = new WeakMap<LivePlayer, string>()

  constructor(game: Game) {
    this.#game = game
    this.#globals = this.#loaded()
  }

  /** After a mail to everybody came, changed or ended. */
  reload(): void {
    this.#globals = this.#loaded()
  }

  /** Puts a mail into the mailbox, and both into the file together; 2004 and 2005 for what the player's own row says wrong. */
  give(player: LivePlayer, mail: SentMail, own: Omit<Addressee, 'language'> = {}): Delivery {
    const { store, clock } = this.#game
    return store.transaction(() => {
      if (store.mails.row(mail.mailId, player.uId) !== null) return 'duplicate'
      const language = languageOfPlayer(player.document.role.language)
      const letter = letterFor(mail.content, { ...own, language })
      const document = { ...player.document, mail: { ...player.document.mail } }
      const row = putLetter(document, letter)
      if (row === null) return 'full'
      store.mails.keepRow({
        mailId: mail.mailId,
        uId: player.uId,
        rowId: row.mailId,
        state: 'delivered',
        at: clock.gameMs(),
        expireAt: mail.content.expireAt,
        claimedAt: null,
        attach: attachOf(letter.attach),
        takenBack: null,
        missing: null,
      })
      this.#game.replace(player, document)
      player.connection?.push(NEW_MAIL_COMMAND, { mail: row })
      return 'delivered'
    })
  }

  /** Gives a player the mails to everybody that they may have by now. `isLogin`: whatever was looked at before. */
  offerGlobals(player: LivePlayer, { isLogin }: { isLogin: boolean }): void {
    const now = this.#game.clock.gameMs()
    const due = this.#globals.filter(({ content }) => content.sendAt <= now && content.expireAt > now)
    if (due.length === 0) return
    const { role, mail } = player.document
    const seen = [role.level, role.vip, Object.keys(mail).length, ...due.map((one) => one.mailId)].join()
    if (!isLogin && this.#looked.get(player) === seen) return
    this.#looked.set(player, seen)
    for (const one of due) {
      if (!isFor(player, one)) continue
      const { mailId } = one
      const delivery = this.give(player, one)
      if (delivery !== 'duplicate') {
        const event = delivery === 'full' ? 'mail.full' : 'mail.delivered'
        this.#game.log.write('info', event, { uId: player.uId, mailId })
      }
    }
  }

  /** A player has opened or claimed a mail; where a console sent it, the file knows at once. */
  note(player: LivePlayer, { mailId: rowId }: MailRow, state: 'read' | 'claimed'): void {
    const { store, clock, log } = this.#game
    const row = store.mails.rowInBox(player.uId, rowId)
    if (row === null || !isAhead(row, state)) return
    const now = clock.gameMs()
    const claimedAt = state === 'claimed' ? now : row.claimedAt
    store.mails.keepRow({ ...row, state, at: now, claimedAt })
    store.save(player.document, player.version)
    player.unsaved = 'nothing'
    log.write('info', `mail.${state}`, { uId: player.uId, mailId: row.mailId })
  }

  #loaded(): SentMail[] {
    return this.#game.store.mails.liveGlobals(this.#game.clock.gameMs())
  }
}

const isAhead = ({ state }: LedgerRow, next: 'read' | 'claimed'): boolean =>
  state === 'delivered' || (state === 'read' && next === 'claimed')

/** Who came after the mail does not get it, unless its condition speaks of registration itself. */
function isFor({ uId, document: { role } }: LivePlayer, { where, exclude, content }: SentMail): boolean {
  const wasThere = where.registered !== undefined || role.createdAt * 1000 <= content.sendAt
  return wasThere && !exclude.includes(uId) && playerFits(role, where)
}
