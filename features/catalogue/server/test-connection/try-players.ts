import { GAME_CODES } from '@qd/game-contract'
import type { GameMeta, PlayerRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { GameServerTarget, WholeAdapter } from '@qd/game-contract/adapter'
import { numberFault, parseUId } from '@qd/game-id'
import type { UIdBases } from '@qd/game-id'
import { faultOf } from './game-fault.ts'
import type { StepResult, TestReport } from './test-report.ts'

/** Players that are looked at. */
const SAMPLE = 100
/** Parts of names that some player has, where a server has no list of players. */
const COMMON_PARTS = ['a', '1', '小', 'о']

interface Run {
  target: GameServerTarget
  adapter: WholeAdapter
  report: TestReport
}

async function samplePlayers({ adapter, target }: Run, meta: GameMeta): Promise<readonly PlayerRow[]> {
  if (meta.capabilities.includes('players.query')) {
    const asked = { where: {}, limit: SAMPLE, countOnly: false }
    return unlessNothing(adapter.playersQuery.find(target, asked).then(({ rows }) => rows))
  }
  for (const value of COMMON_PARTS) {
    const rows = await unlessNothing(
      adapter.players.lookup(target, { by: 'name', value, exact: false, limit: SAMPLE }),
    )
    if (rows.length > 0) return rows
  }
  return []
}

/** Nothing there, or nothing offered: no fault of the connection. */
function isNothing(error: unknown): boolean {
  if (!(error instanceof GameError) || error.kind !== 'refused') return false
  return error.code === GAME_CODES.unknownPlayer || error.code === GAME_CODES.capabilityMissing
}

async function unlessNothing(asked: Promise<PlayerRow[]>): Promise<readonly PlayerRow[]> {
  try {
    return await asked
  } catch (error) {
    if (isNothing(error)) return []
    throw error
  }
}

/** Rows that the search leaves out, with the reason most of them have and one of their uIds. */
function judge(rows: readonly PlayerRow[], { target }: Run, meta: GameMeta, bases: UIdBases): StepResult {
  const { platform, sId } = target
  const isHere = (row: PlayerRow) => row.sId === sId || meta.serverIds.includes(row.sId)
  const wrong = rows.flatMap(({ uId, ...row }) => {
    const fault = numberFault(uId, platform, bases) ?? (isHere({ uId, ...row }) ? null : 'no_server')
    return fault === null ? [] : [{ fault, uId, sId: row.sId }]
  })
  const [most] = [...Map.groupBy(wrong, ({ fault }) => fault)].toSorted(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return { code: 'players', params: { of: rows.length } }
  const [fault, all] = most
  const { uId, sId: named } = all[0]!
  const parsed = parseUId(uId, bases)
  return {
    state: wrong.length === rows.length ? 'failed' : 'warning',
    code: `uids_${fault}`,
    params: {
      count: all.length,
      of: rows.length,
      uId,
      platform,
      found: parsed.ok ? parsed.platform : '',
      sId: named,
    },
  }
}

/** Whether the players that a server names can be opened, and whether it counts their numbers as the console does. */
export async function tryPlayers(run: Run, meta: GameMeta, bases: UIdBases): Promise<void> {
  const told = meta.uIdBases
  const differs =
    told !== undefined && (told.platformBase !== bases.platformBase || told.serverBase !== bases.serverBase)
  await run.report.run('players', async () => {
    const rows = await samplePlayers(run, meta).catch((error: unknown) => {
      throw faultOf(error)
    })
    const result: StepResult =
      rows.length === 0 ? { state: 'skipped', code: 'no_players' } : judge(rows, run, meta, bases)
    if (!differs || result.state === 'failed' || result.state === 'warning') return result
    const text = ({ platformBase, serverBase }: UIdBases) => `${platformBase} / ${serverBase}`
    return { state: 'warning', code: 'bases_differ', params: { theirs: text(told), ours: text(bases) } }
  })
}
