import { CONFIRMABLE_FOR_MS, RESERVED_FOR_MS } from '@qd/game-contract/open'
import { uuidv7 } from '@qd/server-kit'
import type { CodeLimit } from '../../contract/index.ts'
import type { CodeRow, RedemptionRow } from '../code-tables.ts'
import { countGuess, NO_GUESSES, WRONG_PER_ADDRESS, WRONG_PER_PLAYER, waitMs } from '../rules/count-guess.ts'
import { decideRedemption, weighRedemption } from '../rules/decide-redemption.ts'
import type { Attempt, Refused } from '../rules/decide-redemption.ts'
import type { Answer, Ask, RedeemAsk, SettleAsk } from './asks.ts'
import type { LoadedBatch } from './batch-rules.ts'
import { addReservation, settle, usesOf } from './desk.ts'
import type { Desk } from './desk.ts'

const lost: Answer = { kind: 'refused', refusal: 'lost' }

/** Under which wrong codes are counted: of a player, whichever of their roles and servers typed them. */
export function guessKeys({ server, uId, address }: RedeemAsk): { key: string; most: number }[] {
  return [
    { key: `player ${server.game}/${uId}`, most: WRONG_PER_PLAYER },
    ...(address === '' ? [] : [{ key: `address ${address}`, most: WRONG_PER_ADDRESS }]),
  ]
}

function guessesOf({ guesses, changes }: Desk, key: string) {
  const row = changes.guesses.get(key) ?? guesses.get(key)
  if (row === undefined) return NO_GUESSES
  const { since, wrong, strikes, blocked_until: blockedUntil } = row
  return { since, wrong, strikes, blockedUntil }
}

/** How long this player has to wait, because of wrong codes of theirs or of their address. */
function blockedFor(desk: Desk, ask: RedeemAsk): number {
  return Math.max(...guessKeys(ask).map(({ key }) => waitMs(guessesOf(desk, key), desk.nowMs)))
}

function noteGuess(desk: Desk, ask: RedeemAsk): void {
  for (const { key, most } of guessKeys(ask)) {
    const { blockedUntil, ...rest } = countGuess(guessesOf(desk, key), most, desk.nowMs)
    desk.changes.guesses.set(key, { key, ...rest, blocked_until: blockedUntil })
  }
}

/** The reservation this request got before. */
function answeredBefore(desk: Desk, { server, requestId }: RedeemAsk): RedemptionRow | undefined {
  return [...desk.redemptions.values()].find(
    (row) => row.server_key === server.key && row.request_id === requestId,
  )
}

function repeated(desk: Desk, ask: RedeemAsk, row: RedemptionRow): Answer {
  if (row.digest !== ask.digest || row.u_id !== ask.uId || row.role_id !== ask.roleId) {
    return { kind: 'other-request' }
  }
  if (row.state === 'cancelled' || row.state === 'lost') return lost
  const { gift } = desk.batches.get(row.batch)!
  return { kind: 'reserved', reservation: row.id, gift, endsAt: row.expires_at }
}

function attemptOf(desk: Desk, ask: RedeemAsk, code: CodeRow, batch: LoadedBatch): Attempt {
  const { digest } = code
  const rows = [...desk.redemptions.values()].filter(({ batch: number }) => number === code.batch)
  const held = rows.filter(
    ({ state, u_id }) => u_id === ask.uId && (state === 'reserved' || state === 'confirmed'),
  )
  const { code: used, batch: total } = usesOf(desk, digest)
  return {
    rules: batch.rules,
    isVoid: code.is_void === 1,
    digest,
    lineId: ask.server.lineId,
    facts: { ...ask, sId: ask.server.sId, nowMs: desk.nowMs },
    taken: {
      code: used,
      batch: total,
      playerCode: held.filter((row) => row.digest === digest).length,
      playerBatch: held.length,
    },
    stale: rows
      .filter(({ state, expires_at }) => state === 'reserved' && expires_at <= desk.nowMs)
      .toSorted((left, right) => left.expires_at - right.expires_at)
      .map(({ id, digest: of, u_id: uId }) => ({ id, digest: of, uId })),
  }
}

function itemsOf(limit: CodeLimit): string[] {
  return limit.typeCode.code === 2
    ? (limit as Extract<CodeLimit, { typeCode: { code: 2 } }>).content.numbers
    : []
}

function refusedAs({ refusal, limit, missing }: Refused, { rules }: LoadedBatch): Answer {
  if (limit === null) return { kind: 'refused', refusal }
  const asked = rules.limits.flatMap(itemsOf)
  const { code } = rules.limits[limit]!.typeCode
  return {
    kind: 'refused',
    refusal,
    limit: code,
    ...(missing === 'items' ? { asks: [...new Set(asked)] } : {}),
  }
}

function reserve(desk: Desk, ask: RedeemAsk, code: CodeRow, { gift }: LoadedBatch): Answer {
  const endsAt = desk.nowMs + RESERVED_FOR_MS
  const id = uuidv7(desk.nowMs)
  addReservation(desk, {
    id,
    batch: code.batch,
    digest: code.digest,
    last4: code.last4,
    server_key: ask.server.key,
    s_id: ask.server.sId,
    request_id: ask.requestId,
    u_id: ask.uId,
    role_id: ask.roleId,
    channel: ask.attributes.channel ?? '',
    state: 'reserved',
    at: desk.nowMs,
    expires_at: endsAt,
    settled_at: null,
  })
  return { kind: 'reserved', reservation: id, gift, endsAt }
}

/** Everything that would stand in the way of a redemption; changes nothing. */
export function weighAsk(desk: Desk, ask: RedeemAsk): Refused[] {
  const code = desk.codes.get(ask.digest ?? '')
  const batch = code === undefined ? undefined : desk.batches.get(code.batch)
  const plain = (refusal: Refused['refusal']): Refused => ({ refusal, limit: null, missing: null })
  const blocked = [
    ...(blockedFor(desk, ask) > 0 ? [plain('throttled')] : []),
    ...(ask.isHere ? [] : [plain('foreign')]),
  ]
  if (code === undefined || batch === undefined) return [...blocked, plain('unknown')]
  return [...blocked, ...weighRedemption(attemptOf(desk, ask, code, batch)).refused]
}

function answerRedeem(desk: Desk, ask: RedeemAsk): Answer {
  const before = answeredBefore(desk, ask)
  if (before !== undefined) return repeated(desk, ask, before)
  const retryAfterMs = blockedFor(desk, ask)
  if (retryAfterMs > 0) return { kind: 'refused', refusal: 'throttled', retryAfterMs }
  if (!ask.isHere) return { kind: 'refused', refusal: 'foreign' }
  const code = desk.codes.get(ask.digest ?? '')
  const batch = code === undefined ? undefined : desk.batches.get(code.batch)
  if (code === undefined || batch === undefined || batch.row.game !== ask.server.game) {
    noteGuess(desk, ask)
    return { kind: 'refused', refusal: 'unknown' }
  }
  const decision = decideRedemption(attemptOf(desk, ask, code, batch))
  if (decision.kind === 'refuse') {
    if (decision.why.refusal === 'unknown') noteGuess(desk, ask)
    return refusedAs(decision.why, batch)
  }
  for (const id of decision.gives) settle(desk, desk.redemptions.get(id)!, 'lost')
  return reserve(desk, ask, code, batch)
}

/** A server speaks of its own reservations; those of others are not there for it. */
function ownReservation(desk: Desk, { server, reservation }: SettleAsk): RedemptionRow | undefined {
  const row = desk.redemptions.get(reservation)
  return row?.server_key === server.key ? row : undefined
}

function answerConfirm(desk: Desk, ask: SettleAsk): Answer {
  const row = ownReservation(desk, ask)
  if (row === undefined) return lost
  if (row.state === 'confirmed') return { kind: 'confirmed' }
  const isOver = desk.nowMs - row.at > CONFIRMABLE_FOR_MS
  const isVoid =
    desk.batches.get(row.batch)?.row.state === 'void' || desk.codes.get(row.digest)?.is_void === 1
  if (row.state !== 'reserved' || isOver || isVoid) return lost
  settle(desk, row, 'confirmed')
  return { kind: 'confirmed' }
}

function answerCancel(desk: Desk, ask: SettleAsk): Answer {
  const row = ownReservation(desk, ask)
  if (row?.state === 'reserved') settle(desk, row, 'cancelled')
  return { kind: 'cancelled', is: row !== undefined && row.state !== 'confirmed' }
}

/** Answers one ask by what lies on the desk, and leaves there what it changes. */
export function answerAsk(desk: Desk, ask: Ask): Answer {
  if (ask.kind === 'redeem') return answerRedeem(desk, ask)
  return ask.kind === 'confirm' ? answerConfirm(desk, ask) : answerCancel(desk, ask)
}
