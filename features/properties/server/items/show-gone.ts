import { parseJsonText } from '@qd/canonical-json'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import type { Store } from '@qd/store'
import type { goneItems } from '../../contract/index.ts'
import type { PropertiesTables } from '../tables.ts'

/** Which of these items no server of the line has any more, as the console remembers them. */
export async function showGone(
  { store }: { store: Store<PropertiesTables> },
  { lineId, lang, numbers }: { lineId: string; lang: Language; numbers: readonly string[] },
): Promise<RouteReplyGiven<typeof goneItems>> {
  const rows = await store.read
    .selectFrom('item_seen')
    .select(['number', 'facts', 'last_seen'])
    .where('line_id', '=', lineId)
    .where('number', 'in', numbers)
    .where('last_seen', 'is not', null)
    .execute()
  return {
    gone: rows.map(({ number, facts, last_seen }) => ({
      number,
      name: textIn((parseJsonText(facts) as ItemRow).name, lang),
      lastSeen: Number(last_seen),
    })),
  }
}
