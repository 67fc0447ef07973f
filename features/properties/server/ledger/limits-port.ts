import { AppError } from '@qd/contract-kit'
import { checkLimits, sumUse } from '@qd/item-limits'
import type { Excess, ItemLimit, ItemUse } from '@qd/item-limits'
import type { LimitedUse, LimitsPort, Reservation } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { propertiesErrors } from '../../contract/index.ts'
import type { GameLimits } from '../limits/game-limits.ts'
import { limitsOfLine, ownLimits } from '../limits/limit-records.ts'
import type { LimitOwners } from '../limits/limit-owners.ts'
import { dayIn } from '../line/line-zone.ts'
import type { PropertiesTables } from '../tables.ts'
import { countParts } from './count-parts.ts'
import { giveBack } from './give-back.ts'
import { usedToday } from './used-today.ts'
import type { Counted } from './used-today.ts'
import {
  deleteUse,
  findUse,
  insertUse,
  keptItems,
  nextVersion,
  playerRows,
  replaceUse,
  versionOf,
} from './write-use.ts'
import type { NewUse } from './write-use.ts'

export interface LedgerDeps {
  store: Store<PropertiesTables>
  gameLimits: GameLimits
  zoneOf(lineId: string): Promise<string>
  ownersOf(lineId: string): LimitOwners
  nowMs(): number
}

/** Uses of more players are checked outside the transaction, so that nobody waits for them. */
const CHECKED_INSIDE = 10_000
/** How often such a check is made anew, because others gave something meanwhile. */
const TRIES = 5

interface Prepared extends NewUse {
  use: LimitedUse
  sums: ReadonlyMap<string, ItemUse>
  limits: readonly ItemLimit[]
}

/** The same key again: the same use has its answer already, another one has no right to it. */
function replayed(items: string, at: Pick<Prepared, 'items'>): Reservation {
  if (items !== JSON.stringify(at.items)) throw new AppError(propertiesErrors.use_key_taken)
  return { isReserved: true, excess: [] }
}

/** How many players are looked for: a use that reaches everyone meets all of the day. */
const sizeOf = ({ gifts }: LimitedUse): number =>
  gifts.reduce((sum, { to }) => {
    if ('everyone' in to) return sum + CHECKED_INSIDE
    return sum + ('uIds' in to ? to.uIds.length : 0)
  }, 0)

/** The ledger of what is given, with the limits it is held against. */
export function createLimitsPort(deps: LedgerDeps): LimitsPort {
  const { store, gameLimits, zoneOf, ownersOf, nowMs } = deps

  async function limitsFor(lineId: string, numbers: readonly string[]): Promise<ItemLimit[]> {
    const ofGame = (await gameLimits.orNull(lineId)) ?? []
    const wanted = new Set(numbers)
    const game = ofGame
      .map(({ number, quantity }) => ({ number: String(number), quantity: String(quantity) }))
      .filter(({ number }) => wanted.has(number))
    return [
      ...game.map((row): ItemLimit => ({ ...row, kind: 'action', source: 'game' })),
      ...(await ownLimits(store.read, ownersOf(lineId), numbers)),
    ]
  }

  async function countedOf({ lineId, person, atMs, request }: Omit<LimitedUse, 'gifts'>): Promise<Counted> {
    return { lineId, day: dayIn(await zoneOf(lineId), atMs ?? nowMs()), personId: person.id, request }
  }

  async function excessOf(
    db: typeof store.read,
    use: LimitedUse,
    at: Omit<Prepared, keyof NewUse> & { counted: Counted },
  ) {
    const used = await usedToday(db, at.counted, { items: at.sums, limits: at.limits })
    return checkLimits(at.limits, use, used)
  }

  async function prepare(use: LimitedUse, key: string): Promise<Prepared> {
    const sums = sumUse(use)
    const counted = await countedOf(use)
    const limits = await limitsFor(use.lineId, [...sums.keys()])
    const players = playerRows(key, counted, sums)
    return { key, use, counted, sums, limits, players, items: keptItems(sums), nowMs: nowMs() }
  }

  /** `known`: what a check found while the day had that version. Null: others gave something meanwhile. */
  function write(
    at: Prepared,
    known: { excess: readonly Excess[]; version: number } | null,
  ): Promise<Reservation | null> {
    return store.write(async (tx) => {
      const version = await nextVersion(tx, at.counted)
      const before = await findUse(tx, at.key)
      if (before !== undefined) return replayed(before.items, at)
      if (known !== null && known.version !== version - 1) return null
      const excess = known?.excess ?? (await excessOf(tx, at.use, at))
      if (excess.length > 0) return { isReserved: false, excess }
      await insertUse(tx, at)
      return { isReserved: true, excess }
    })
  }

  return {
    async ofAction(lineId) {
      const lowest = new Map<string, bigint>()
      for (const { kind, number, quantity } of await limitsOfLine(store.read, ownersOf(lineId))) {
        const before = lowest.get(number)
        if (kind !== 'action' || (before !== undefined && before <= BigInt(quantity))) continue
        lowest.set(number, BigInt(quantity))
      }
      return lowest
    },
    async check(use) {
      const sums = sumUse(use)
      const counted = await countedOf(use)
      const limits = await limitsFor(use.lineId, [...sums.keys()])
      return excessOf(store.read, use, { sums, counted, limits })
    },
    async reserve(use, key) {
      const at = await prepare(use, key)
      if (sizeOf(use) < CHECKED_INSIDE) {
        const done = await write(at, null)
        if (done !== null) return done
      }
      for (let tries = 0; tries < TRIES; tries++) {
        const version = await versionOf(store.read, at.counted)
        const excess = await excessOf(store.read, use, at)
        const done = await write(at, { excess, version })
        if (done !== null) return done
      }
      throw new AppError(propertiesErrors.use_busy)
    },
    async prepare(use, key) {
      const numbers = use.parts.flat().flatMap(({ entries }) => entries.map(({ number }) => number))
      const counted = await countedOf(use)
      const limits = await limitsFor(use.lineId, [...new Set(numbers)])
      const ready = { use, key, counted, limits, nowMs: nowMs() }
      return (tx, only) => countParts(tx, ready, only)
    },
    giveBack: (tx, backs) => giveBack(tx, backs),
    async recount(key, gifts) {
      const kept = await findUse(store.read, key)
      if (kept === undefined) return
      const sums = sumUse({ kind: kept.kind as LimitedUse['kind'], gifts })
      const counted = { lineId: kept.line_id, day: kept.day, personId: kept.person_id }
      const players = playerRows(key, counted, sums)
      await store.write((tx) => replaceUse(tx, key, { items: keptItems(sums), players }))
    },
    async release(key) {
      await store.write((tx) => deleteUse(tx, key))
    },
  }
}
