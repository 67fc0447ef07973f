import { containsFolded } from '@qd/store'
import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { AuditFilter } from '../../contract/index.ts'
import type { AuditTables } from '../audit-tables.ts'
import { NO_OUTCOME, RESULTS, RISKS } from './search-row.ts'
import type { VisibleScopes } from './visible-scopes.ts'

/** An intent younger than this may still be running: calls end within 60 s. */
export const RUNNING_MS = 90_000

/** What a search row must be like; paths are places and everything below them, undefined: any. */
export interface EntryQuery extends Omit<AuditFilter, 'environment' | 'actor'> {
  actorId?: string
  /** User name of the time. */
  actorName?: string
  /** Paths of the lines of the wanted environment. */
  lines?: readonly string[]
  visible: VisibleScopes
}

const REQUEST_ID = /^[0-9a-f]{10}-[0-9a-z]+$/

type Builder = ExpressionBuilder<AuditTables, 'audit_search'>

/** At one of the paths or below. Compared by whole characters: LIKE ignores case on one database only. */
function within(eb: Builder, paths: readonly string[]): Expression<SqlBool> {
  if (paths.length === 0) return sql<SqlBool>`1 = 0`
  return eb.or(
    paths.flatMap((path) => {
      const below = `${path}/`
      return [
        eb('scope', '=', path),
        sql<SqlBool>`substr(scope, 1, ${sql.lit([...below].length)}) = ${below}`,
      ]
    }),
  )
}

function resultParts(eb: Builder, result: NonNullable<EntryQuery['result']>, nowMs: number) {
  const code = RESULTS.indexOf(result)
  // The partial index leaves rows out by these very words.
  const parts = code === 0 ? [] : [eb('result', '<>', 0)]
  if (code === NO_OUTCOME) parts.push(eb('at', '<', nowMs - RUNNING_MS))
  return [...parts, eb('result', '=', code)]
}

function placeParts(eb: Builder, query: EntryQuery): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = []
  if (query.visible !== null) parts.push(within(eb, query.visible))
  if (query.lines !== undefined) parts.push(within(eb, query.lines))
  if (query.scope === '*') parts.push(eb('scope', '=', '*'))
  else if (query.scope !== undefined) parts.push(within(eb, [query.scope]))
  return parts
}

/** Whether an index finds the rows, so that a wide stretch may be asked at once. */
export function isIndexed(query: EntryQuery): boolean {
  const { actorId, actorName, action, target, requestId, sessionId, text, result } = query
  const isRequest = text !== undefined && REQUEST_ID.test(text)
  const isRare = result !== undefined && result !== 'ok'
  const keyed = [actorId, actorName, action, target, requestId, sessionId]
  return isRequest || isRare || keyed.some((part) => part !== undefined)
}

/** The filter as SQL, the same on both databases. */
export function filterParts(eb: Builder, query: EntryQuery, nowMs: number): Expression<SqlBool>[] {
  const parts = placeParts(eb, query)
  const { from, to, actorId, actorName, action, target, risk, result, text, requestId, sessionId } = query
  if (from !== undefined) parts.push(eb('at', '>=', from))
  if (to !== undefined) parts.push(eb('at', '<=', to))
  if (actorId !== undefined) parts.push(eb('actor_id', '=', actorId))
  if (actorName !== undefined) parts.push(eb('actor', '=', actorName))
  if (action !== undefined) parts.push(eb('action', '=', action))
  if (target !== undefined) parts.push(eb('target', '=', target))
  if (risk !== undefined) parts.push(eb('risk', '>=', RISKS.indexOf(risk)))
  if (result !== undefined) parts.push(...resultParts(eb, result, nowMs))
  if (requestId !== undefined) parts.push(eb('request_id', '=', requestId))
  if (sessionId !== undefined) parts.push(eb('session_id', '=', sessionId))
  if (text !== undefined) {
    parts.push(REQUEST_ID.test(text) ? eb('request_id', '=', text) : containsFolded('words', text))
  }
  return parts
}
