import { parseJsonText } from '@qd/canonical-json'
import type { WaitingGift } from '@qd/server-kit'
import { sql } from 'kysely'
import { draftOf } from './drafts/mail-record.ts'
import type { SetInfo } from './drafts/mail-record.ts'
import { statesOf } from './drafts/mail-state.ts'
import { objectOf } from './follow-request.ts'
import type { UseCaseDeps } from './mail-deps.ts'

/** Of old drafts that nobody ever sent, the newest. */
const MOST = 500
/** Released, and not all of it is at the game. */
const UNDER_WAY = new Set(['sending', 'paused'])

/** Mails of a line that are not sent yet, each with the items it gives. */
export async function waitingMails(deps: UseCaseDeps, lineId: string): Promise<WaitingGift[]> {
  const rows = await deps.store.read
    .selectFrom('mail')
    .leftJoin('mail_set', 'mail_set.id', 'mail.set_id')
    .selectAll('mail')
    .select('mail_set.info')
    .where('mail.line_id', '=', lineId)
    .where('mail.is_template', '=', 0)
    .where('mail.recall_job_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('mail.released', 'is', null),
        eb('mail.total', '>', sql<number>`mail.delivered + mail.already + mail.failed + mail.unknown`),
      ]),
    )
    .orderBy('mail.id', 'desc')
    .limit(MOST)
    .execute()
  const states = await statesOf(deps, rows)
  return rows.flatMap((row): WaitingGift[] => {
    if (row.released !== null && !UNDER_WAY.has(states.get(row.id) ?? '')) return []
    const draft = draftOf(row)
    const own = row.info === null ? [] : Object.keys((parseJsonText(row.info) as SetInfo).own.totals)
    const numbers = [...new Set([...draft.attach.map(({ number }) => number), ...own])]
    if (numbers.length === 0) return []
    const place = new URLSearchParams({ game: row.game, line: lineId })
    return [
      {
        id: objectOf(row),
        name: row.name || row.title,
        author: row.created_by,
        page: `/email/${row.id}?${place}`,
        numbers,
      },
    ]
  })
}
