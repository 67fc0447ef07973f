import { scopePath } from '@qd/contract-kit'
import type { CatalogueServer, NotificationKind, NotificationsPort, WaitingGift } from '@qd/server-kit'
import { ITEM_GONE } from '../../contract/index.ts'
import type { TellGone } from './seen-items.ts'

/** Items that a notice names; the page names them all. */
const MOST_NAMED = 5

export interface TellGoneDeps {
  notifications: NotificationsPort
  /** What of a line is still to give items, of all features. */
  waitingGifts(lineId: string): Promise<readonly WaitingGift[]>
  /** Id of the account with this username; null: there is none any more. */
  accountOf(username: string): Promise<string | null>
}

const kind: NotificationKind = ITEM_GONE

/** Finds what waits on a line and whose it is; the result tells each author of items that are gone. */
export async function prepareTelling(
  { notifications, waitingGifts, accountOf }: TellGoneDeps,
  server: CatalogueServer,
  now: number,
): Promise<TellGone> {
  const waiting = await waitingGifts(server.lineId)
  const authors = new Map<string, string | null>()
  for (const { author } of waiting) {
    if (!authors.has(author)) authors.set(author, await accountOf(author))
  }
  const { game, operator, lineId, environment } = server
  const scope = scopePath({ game, operator, lineId, environment })
  return async (tx, gone) => {
    for (const { id, name, author, page, numbers } of waiting) {
      const to = authors.get(author) ?? null
      const own = new Set(numbers)
      const lost = gone.map(({ number }) => String(number)).filter((number) => own.has(number))
      if (to === null || lost.length === 0) continue
      const items = lost.slice(0, MOST_NAMED).join(', ') + (lost.length > MOST_NAMED ? ', …' : '')
      const notice = { kind, params: { name, items }, page, scope, key: `${id}:${lineId}:${now}` }
      await notifications.tell(tx, notice, [to])
    }
  }
}
