import type { Kysely } from 'kysely'
import type { BatchRow, CodeRow, CodeTables, RedemptionRow } from '../code-tables.ts'
import { guessKeys } from './answer-ask.ts'
import type { Ask, RedeemAsk, SettleAsk } from './asks.ts'
import { loadedBatch } from './batch-rules.ts'
import { noChanges } from './desk.ts'
import type { Desk } from './desk.ts'

type Tx = Kysely<CodeTables>
/** Stale reservations that are looked for where a code or a batch has no room: enough for all who ask. */
const MOST_STALE = 200

const none = async () => []
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

function readCodes(tx: Tx, digests: readonly string[]): Promise<CodeRow[]> {
  if (digests.length === 0) return none()
  return tx.selectFrom('code').selectAll().where('digest', 'in', digests).execute()
}

/** Whoever changes uses of a batch has its row first, so that two nodes never count past each other. */
function lockBatches(tx: Tx, numbers: readonly number[], canLock: boolean): Promise<BatchRow[]> {
  if (numbers.length === 0) return none()
  const query = tx.selectFrom('code_batch').selectAll().where('number', 'in', numbers).orderBy('number')
  return (canLock ? query.forUpdate() : query).execute()
}

function readSettled(tx: Tx, asks: readonly SettleAsk[]): Promise<RedemptionRow[]> {
  if (asks.length === 0) return none()
  const ids = asks.map(({ reservation }) => reservation)
  return tx.selectFrom('code_redemption').selectAll().where('id', 'in', ids).execute()
}

/** Requests that were here before, and what the players who ask hold of batches that count their uses. */
async function readPlayers(
  tx: Tx,
  asks: readonly RedeemAsk[],
  numbers: readonly number[],
): Promise<RedemptionRow[]> {
  if (asks.length === 0) return []
  const again = await tx
    .selectFrom('code_redemption')
    .selectAll()
    .where('server_key', 'in', unique(asks.map(({ server }) => server.key)))
    .where('request_id', 'in', unique(asks.map(({ requestId }) => requestId)))
    .execute()
  if (numbers.length === 0) return again
  const held = await tx
    .selectFrom('code_redemption')
    .selectAll()
    .where('u_id', 'in', unique(asks.map(({ uId }) => uId)))
    .where('batch', 'in', numbers)
    .where('state', 'in', ['reserved', 'confirmed'])
    .execute()
  return [...again, ...held]
}

/** Reservations that may be given away, where there is no room otherwise. */
async function readStale(
  tx: Tx,
  batches: readonly BatchRow[],
  codes: readonly CodeRow[],
  { nowMs, asking }: { nowMs: number; asking: number },
): Promise<RedemptionRow[]> {
  const perCode = new Map(batches.map(({ number, per_code }) => [number, per_code]))
  const fullCodes = codes.filter(({ batch, used }) => used + asking > (perCode.get(batch) ?? Infinity))
  const fullBatches = batches.filter(({ total, used }) => total !== null && used + asking > total)
  const stale = tx
    .selectFrom('code_redemption')
    .selectAll()
    .where('state', '=', 'reserved')
    .where('expires_at', '<=', nowMs)
    .orderBy('expires_at')
    .limit(MOST_STALE)
  const ofCodes =
    fullCodes.length === 0
      ? []
      : await stale
          .where(
            'digest',
            'in',
            fullCodes.map(({ digest }) => digest),
          )
          .execute()
  const ofBatches =
    fullBatches.length === 0
      ? []
      : await stale
          .where(
            'batch',
            'in',
            fullBatches.map(({ number }) => number),
          )
          .execute()
  return [...ofCodes, ...ofBatches]
}

async function readGuesses(tx: Tx, asks: readonly RedeemAsk[]) {
  const keys = unique(asks.flatMap((ask) => guessKeys(ask).map(({ key }) => key)))
  if (keys.length === 0) return []
  return tx.selectFrom('code_guess').selectAll().where('key', 'in', keys).execute()
}

/** Reads what the asks are about; with several nodes the batches are locked. */
export async function loadDesk(
  tx: Tx,
  asks: readonly Ask[],
  { nowMs, canLock }: { nowMs: number; canLock: boolean },
): Promise<Desk> {
  const redeeming = asks.filter((ask) => ask.kind === 'redeem')
  const settling = asks.filter((ask) => ask.kind !== 'redeem')
  const typed = unique(redeeming.flatMap(({ digest }) => digest ?? []))
  const first = await readCodes(tx, typed)
  const settled = await readSettled(tx, settling)
  const numbers = unique([...first, ...settled].map(({ batch }) => batch))
  const batches = await lockBatches(tx, numbers, canLock)
  const digests = unique([...typed, ...settled.map(({ digest }) => digest)])
  // Before the lock was ours another node may have changed what was read.
  const codes = canLock || settled.length > 0 ? await readCodes(tx, digests) : first
  const again = canLock ? await readSettled(tx, settling) : settled
  const counting = batches.filter((row) => row.per_player_code !== null || row.per_player_batch !== null)
  const players = await readPlayers(
    tx,
    redeeming,
    counting.map(({ number }) => number),
  )
  const stale = await readStale(tx, batches, codes, { nowMs, asking: redeeming.length })
  const guesses = await readGuesses(tx, redeeming)
  return {
    nowMs,
    codes: new Map(codes.map((code) => [code.digest, code])),
    batches: new Map(batches.map((row) => [row.number, loadedBatch(row)])),
    redemptions: new Map([...again, ...players, ...stale].map((row) => [row.id, row])),
    guesses: new Map(guesses.map((row) => [row.key, row])),
    changes: noChanges(),
  }
}
