import { parseJsonText } from '@qd/canonical-json'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { containsFolded } from '@qd/store'
import type { CallContext } from '@qd/server-kit'
import { sql } from 'kysely'
import type { MailState, mailGet, mailList } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailRow } from '../tables.ts'
import { contentHash } from './content-hash.ts'
import { draftOf, findMail, findSet, releasedOf, setView } from './mail-record.ts'
import type { TestSend } from './mail-record.ts'
import { progressOf, requestOf, requestStatesOf, stateOf, statesOf } from './mail-state.ts'

const LIMIT = 50
/** Rows looked at in one call: a rare state may need several. */
const LOOKED_AT = 2_000
const BATCH = 200
const PLAYERS_SHOWN = 5

function commonOf(row: MailRow, state: MailState) {
  const draft = draftOf(row)
  return {
    id: row.id,
    revision: row.revision,
    name: row.name,
    isTemplate: row.is_template === 1,
    state,
    sendType: draft.sendType,
    emailType: draft.emailType,
    platform: row.platform,
    serverId: draft.serverId,
    sendAt: row.send_at,
    expireAt: row.expire_at,
    tags: draft.tags,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
    releasedBy: row.released_by,
    releasedAt: row.released_at,
    jobId: row.job_id,
    approval: requestOf(row),
    progress: progressOf(row),
  }
}

function summaryOf(row: MailRow, state: MailState, players: number | null) {
  return {
    ...commonOf(row, state),
    playerObj: draftOf(row).playerObj.slice(0, PLAYERS_SHOWN),
    players,
    title: row.title,
    content: row.content,
    attachKinds: row.attach_kinds,
  }
}

type Filters = RouteInput<typeof mailList>['body']

function rowsBefore({ store }: UseCaseDeps, lineId: string, filters: Filters, before: string | undefined) {
  const { isTemplate = false, sendTypes = [], emailTypes = [], tag, author, search, from, to } = filters
  const requested = requestStatesOf(filters.states ?? [])
  const kind = isTemplate ? 1 : 0
  let query = store.read.selectFrom('mail').selectAll().where('line_id', '=', lineId)
  if (requested === null) query = query.where('is_template', '=', kind)
  else {
    // The plus keeps SQLite to the index of requests; it would go through all mails of the line.
    query = query.where(sql<number>`+is_template`, '=', kind)
    query = query.where('request_state', 'in', requested).where('released', 'is', null)
  }
  if (before !== undefined) query = query.where('id', '<', before)
  if (sendTypes.length > 0) query = query.where('send_type', 'in', sendTypes)
  if (emailTypes.length > 0) query = query.where('email_type', 'in', emailTypes)
  if (author !== undefined && author !== '') query = query.where('created_by', '=', author)
  if (search !== undefined && search !== '') query = query.where(containsFolded('search', search))
  if (tag !== undefined && tag !== '') query = query.where(containsFolded('tags', JSON.stringify(tag)))
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  return query.orderBy('id', 'desc').limit(BATCH).execute()
}

/** Mails that fit, newest first; `next` is where a further call goes on. */
async function findMails(deps: UseCaseDeps, lineId: string, filters: Filters) {
  const most = filters.limit ?? LIMIT
  const states = new Set(filters.states ?? [])
  const list: { row: MailRow; state: MailState }[] = []
  let before = filters.before
  for (let looked = 0; looked < LOOKED_AT; looked += BATCH) {
    const rows = await rowsBefore(deps, lineId, filters, before)
    const known = await statesOf(deps, rows)
    for (const row of rows) {
      const state = known.get(row.id)!
      before = row.id
      if (states.size > 0 && !states.has(state)) continue
      list.push({ row, state })
      if (list.length === most) return { list, next: row.id }
    }
    if (rows.length < BATCH) return { list, next: null }
  }
  return { list, next: before ?? null }
}

/** Players of each mail, as far as they are counted. */
async function playersOf({ store }: UseCaseDeps, rows: readonly MailRow[]): Promise<Map<string, number>> {
  const ids = rows.flatMap(({ set_id }) => (set_id === null ? [] : [set_id]))
  const found =
    ids.length === 0
      ? []
      : await store.read.selectFrom('mail_set').select(['id', 'players']).where('id', 'in', ids).execute()
  const bySet = new Map(found.map(({ id, players }) => [id, players]))
  return new Map(
    rows.flatMap((row): [string, number][] => {
      const players = row.send_type === 2 ? draftOf(row).playerObj.length : bySet.get(row.set_id ?? '')
      return players === undefined ? [] : [[row.id, players]]
    }),
  )
}

export async function handleMailList(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailList>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof mailList>> {
  const { list, next } = await findMails(deps, place.lineId!, body)
  const players = await playersOf(
    deps,
    list.map(({ row }) => row),
  )
  return { list: list.map(({ row, state }) => summaryOf(row, state, players.get(row.id) ?? null)), next }
}

export async function handleMailGet(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailGet>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof mailGet>> {
  const row = await findMail(deps, place.lineId, body.id)
  const ending = row.job_id === null ? undefined : (await deps.endingsOf([row.job_id])).get(row.job_id)
  const set = await findSet(deps, row.set_id)
  const draft = draftOf(row)
  return {
    ...commonOf(row, stateOf(row, ending, deps.nowMs())),
    draft,
    recipients: set === null ? null : setView(set),
    contentHash: contentHash(draft),
    test: row.test === null ? null : (parseJsonText(row.test) as TestSend),
    reason: releasedOf(row)?.reason ?? null,
    recallJobId: row.recall_job_id,
  }
}
