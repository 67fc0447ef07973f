import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { parseUId } from '@qd/game-id'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { Databases } from '../guard/databases.ts'
import type { ScanBudgets } from '../scan/scan-budget.ts'
import { findByPattern } from './find-player-keys.ts'
import type { PlayerSearch } from './find-player-keys.ts'
import { listPatterns, patternsOfConnection, savePatterns } from './player-patterns.ts'
import type { PlayerPatternsDeps } from './player-patterns.ts'

export interface PlayerKeysDeps extends PlayerPatternsDeps {
  readonly databases: Databases
  readonly budgets: ScanBudgets
  isConnection(lineId: string, connectionId: string): Promise<boolean>
  /** How far a search goes; unless given, as the contract says. */
  readonly bounds?: PlayerSearch['bounds']
  /** A refusal in words. */
  say(error: AppError, lang: CallContext['lang']): string
}

type Reply = RouteReplyGiven<typeof contract.findPlayerKeys>

async function find(
  deps: PlayerKeysDeps,
  { lineId, connectionId, uId, sId }: RouteInput<typeof contract.findPlayerKeys>['body'],
  ctx: CallContext,
): Promise<Reply> {
  const parsed = parseUId(uId)
  if (!parsed.ok)
    throw new AppError(coreErrors.uid_invalid, { field: 'uId', params: { reason: parsed.reason } })
  const { caller, place } = ctx
  const { budgets, bounds = contract.PLAYER_SCAN } = deps
  const found: Reply['found'] = []
  if (!(await deps.isConnection(lineId, connectionId))) {
    throw new AppError(contract.redisErrors.redis_connection_not_found, { field: 'connectionId' })
  }
  const patterns = await patternsOfConnection(deps, { lineId, connectionId })
  // One after the other: a player's page must not weigh on the server more than one scan does.
  for (const pattern of patterns) {
    try {
      const ref = { lineId, connectionId, db: pattern.db }
      const database = await deps.databases.of({ caller, place }, ref)
      const player = { uId: parsed.uId, sId }
      const search = { database, budgets, player, bounds, signal: ctx.signal }
      found.push({ ...pattern, msg: '', ...(await findByPattern(search, pattern)) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // What keeps the whole connection closed is said once.
      if (found.length === 0 && !PATTERN_FAULTS.has(error.def.code)) throw error
      found.push({ ...pattern, keys: [], examined: 0, isIncomplete: true, msg: deps.say(error, ctx.lang) })
    }
  }
  return { found }
}

/** What is wrong with one pattern and not with the way to the server. */
const PATTERN_FAULTS = new Set<string>(
  [
    contract.redisErrors.redis_key_forbidden,
    contract.redisErrors.redis_scan_disabled,
    contract.redisErrors.redis_refused,
    contract.redisErrors.redis_command_renamed,
    contract.redisErrors.redis_command_forbidden,
  ].map(({ code }) => code),
)

/** Keys of a player: the patterns of connections, and what they find. */
export function servePlayerKeys(deps: PlayerKeysDeps): ServedRoute[] {
  return [
    serve(contract.listPlayerPatterns, ({ body }, ctx) => listPatterns(deps, body, ctx)),
    serve(contract.savePlayerPatterns, {
      effect: 'store',
      handle: ({ body }, ctx) => savePatterns(deps, body, ctx, deps.isConnection),
    }),
    serve(contract.findPlayerKeys, ({ body }, ctx) => find(deps, body, ctx)),
  ]
}
