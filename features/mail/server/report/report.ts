import { parseJsonText } from '@qd/canonical-json'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { MailCounts, mailReport } from '../../contract/index.ts'
import { findSent, findSet, releasedOf } from '../drafts/mail-record.ts'
import { progressOf } from '../drafts/mail-state.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { eachOf } from '../servers.ts'

const ASKED_AT_ONCE = 8
const DEADLINE_MS = 8_000
/** Between two points of the line over time. */
const MINUTE_MS = 60_000
const POINTS = 2_000

type Server = RouteReplyGiven<typeof mailReport>['servers'][number]
const NONE: MailCounts = { delivered: 0, read: 0, claimed: 0, expired: 0, recalled: 0 }

async function countsOn(deps: UseCaseDeps, server: CatalogueServer, mailId: string): Promise<Server> {
  const { sId, serviceName: name } = server
  try {
    const reached = await deps.reach.reach(server)
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const { counts } = await reached.mail.status(reached.target, { mailId, limit: 1 }, { signal })
    return { sId, name, state: 'counted', counts }
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    const isMissing = error.kind === 'refused' && error.code === GAME_CODES.capabilityMissing
    return { sId, name, state: isMissing ? 'not_offered' : 'away', counts: null }
  }
}

function sumOf(servers: readonly Server[]): MailCounts {
  const sum = { ...NONE }
  for (const { counts } of servers)
    for (const key of Object.keys(sum) as (keyof MailCounts)[]) sum[key] += counts?.[key] ?? 0
  return sum
}

/** A point at most each minute, and none while a server is missing: it would look like a loss. */
async function keepPoint(
  { store, nowMs }: UseCaseDeps,
  mail_id: string,
  servers: readonly Server[],
  now: MailCounts,
) {
  if (servers.length === 0 || servers.some(({ state }) => state !== 'counted')) return
  const at = Math.floor(nowMs() / MINUTE_MS) * MINUTE_MS
  const counts = JSON.stringify(now)
  await store.write((tx) =>
    tx
      .insertInto('mail_report')
      .values({ mail_id, at, counts })
      .onConflict((conflict) => conflict.columns(['mail_id', 'at']).doUpdateSet({ counts }))
      .execute(),
  )
}

/** How far players are with a mail. */
export async function handleMailReport(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailReport>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailReport>> {
  const found = await findSent(deps, ctx, body.id)
  const { recall_job_id: recallId } = found
  // Before the figures: a recall that has ended by now has counted all of them.
  const isRunning = recallId !== null && (await deps.endingsOf([recallId])).get(recallId)?.isOpen === true
  const row = recallId === null ? found : await findSent(deps, ctx, body.id)
  const keys = new Set(releasedOf(row)?.servers)
  const set = await findSet(deps, row.set_id)
  // A list went to the servers of its players alone.
  const isAsked = ({ key, sId }: CatalogueServer) =>
    keys.has(key) && (set === null || set.parsed.servers.some((each) => each.sId === sId))
  const targets = deps.reach.serversOf(row.line_id).filter(isAsked)
  const servers = await eachOf(targets, ASKED_AT_ONCE, (server) => countsOn(deps, server, row.id))
  const now = sumOf(servers)
  await keepPoint(deps, row.id, servers, now)
  const points = await deps.store.read
    .selectFrom('mail_report')
    .select(['at', 'counts'])
    .where('mail_id', '=', row.id)
    .orderBy('at', 'desc')
    .limit(POINTS)
    .execute()
  return {
    progress: progressOf(row) ?? { total: 0, delivered: 0, already: 0, failed: 0, unknown: 0, waiting: 0 },
    now,
    servers,
    over: points.toReversed().map(({ at, counts }) => ({ at, ...(parseJsonText(counts) as MailCounts) })),
    recalled:
      row.recall_job_id === null
        ? null
        : {
            isRunning,
            removed: row.recall_removed,
            claimed: row.recall_claimed,
            takenBack: row.recall_taken,
            missing: row.recall_missing,
          },
  }
}
