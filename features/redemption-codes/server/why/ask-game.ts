import { AppError, coreErrors } from '@qd/contract-kit'
import { toRealTime } from '@qd/game-contract'
import type { PlayerRow, QueriedPlayer } from '@qd/game-contract'
import { fromGame } from '@qd/server-kit'
import type { ReachedServer, ServerRecord } from '@qd/server-kit'
import type { CodeLimit, PlayerAttributes } from '../../contract/index.ts'
import type { CodesGroups, UseCaseDeps } from '../codes-deps.ts'
import { openDay } from './open-day.ts'

const DEADLINE_MS = 8_000
const PAGE = 1_000
/** Players of one channel and level that are looked through for what the look-up does not tell. */
const MOST_PAGES = 5

type Reached = ReachedServer<CodesGroups>

/** What the game said of a player. */
export interface GameAnswer {
  readonly player: 'found' | 'unknown' | 'not_offered' | 'away'
  /** Null: the game did not tell. */
  readonly roleId: string | null
  readonly attributes: PlayerAttributes
  /** Why it said less than it could. */
  readonly failure: AppError | null
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await fromGame(asked)
  } catch (error) {
    if (error instanceof AppError && error.def === coreErrors.capability_missing) return undefined
    throw error
  }
}

/** The list of players says more than the look-up, but finds nobody by their uId. */
async function findInList(
  { playersQuery, target }: Reached,
  { uId, channel, level }: PlayerRow,
  signal: AbortSignal,
): Promise<QueriedPlayer | undefined> {
  const where = { channels: [channel], level: { min: level, max: level } }
  let cursor = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = { where, limit: PAGE, countOnly: false, ...(cursor === '' ? {} : { cursor }) }
    const answer = await unlessMissing(playersQuery.find(target, asked, { signal }))
    const found = answer?.rows.find((row) => row.uId === uId)
    if (answer === undefined || answer.cursor === '' || found !== undefined) return found
    cursor = answer.cursor
  }
  return undefined
}

const looksAt = (limits: readonly CodeLimit[], ...of: readonly string[]) =>
  limits.some(({ content }) => 'of' in content && of.includes(content.of))

/** What a player attribute has to be without, so that an absent one stays absent. */
const present = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

async function askServer(
  deps: UseCaseDeps,
  server: ServerRecord,
  { uId, limits }: { uId: string; limits: readonly CodeLimit[] },
): Promise<Omit<GameAnswer, 'failure'>> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const reached = await deps.reach.reach(server)
  const { players, time, target } = reached
  const asked = { by: 'uId', value: uId, exact: true, limit: 1 } as const
  const rows = await unlessMissing(players.lookup(target, asked, { signal }))
  const clock = looksAt(limits, 'openDay', 'registered')
    ? await unlessMissing(time.read(target, { signal }))
    : undefined
  const day = clock === undefined ? undefined : openDay(server.openedAt, clock)
  const row = rows?.[0]
  if (row === undefined) {
    const player = rows === undefined ? 'not_offered' : 'unknown'
    return { player, roleId: null, attributes: present({ openDay: day }) }
  }
  const isListed = looksAt(limits, 'vip', 'registered')
  const listed = isListed && row.channel !== '' ? await findInList(reached, row, signal) : undefined
  const { channel, level, roleId } = row
  const { vip, registeredAt: registered } = listed ?? {}
  // Codes go by real time; without the clock nobody can say when that was.
  const registeredAt =
    registered === undefined || clock === undefined ? undefined : toRealTime(registered, clock)
  return { player: 'found', roleId, attributes: present({ channel, level, openDay: day, vip, registeredAt }) }
}

/** Asks the game for what limits look at. It tells no language, no payments and no items of a player. */
export async function askGame(
  deps: UseCaseDeps,
  server: ServerRecord,
  about: { uId: string; limits: readonly CodeLimit[] },
): Promise<GameAnswer> {
  try {
    return { ...(await askServer(deps, server, about)), failure: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { player: 'away', roleId: null, attributes: {}, failure: error }
  }
}
