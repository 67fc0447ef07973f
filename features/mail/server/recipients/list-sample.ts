import type { SetInfo } from '../drafts/mail-record.ts'
import type { Placed } from './list-reader.ts'
import { playerKey } from './recipient.ts'

const shown = ({ server, recipient }: Placed): SetInfo['sample'][number] => ({
  sId: server.sId,
  player: playerKey(recipient),
  vars: recipient.vars ?? {},
})

/** Three players who stand for a list: the first, one on the way that is further in the longer the list is, and the last. */
export class ListSample {
  #count = 0
  #first: Placed | null = null
  #onTheWay: Placed | null = null
  #last: Placed | null = null

  add(player: Placed): void {
    this.#count += 1
    if (this.#count === 1) this.#first = player
    else {
      const isFurther = this.#count === 3 || Math.log2(this.#count) % 1 === 0
      if (isFurther) this.#onTheWay = this.#last
      this.#last = player
    }
  }

  told(): SetInfo['sample'] {
    return [this.#first, this.#onTheWay, this.#last].flatMap((each) => (each === null ? [] : [shown(each)]))
  }
}
