import type { GiftEntry } from '@qd/gift-content'
import type { SetInfo } from '../drafts/mail-record.ts'

/** What recipients with own attachments get: in all, and the most that one of them does. */
export class OwnGifts {
  readonly #totals = new Map<string, bigint>()
  readonly #most = new Map<string, bigint>()
  #players = 0

  add(attach: readonly GiftEntry[]): void {
    this.#players += 1
    for (const { number, quantity } of attach) {
      const amount = BigInt(quantity)
      this.#totals.set(number, (this.#totals.get(number) ?? 0n) + amount)
      if (amount > (this.#most.get(number) ?? 0n)) this.#most.set(number, amount)
    }
  }

  told(): SetInfo['own'] {
    const texts = (amounts: ReadonlyMap<string, bigint>) =>
      Object.fromEntries([...amounts].map(([number, amount]) => [number, String(amount)]))
    return { players: this.#players, totals: texts(this.#totals), most: texts(this.#most) }
  }
}
