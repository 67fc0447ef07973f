import type { BatchState, CodeLimit, Refusal } from '../../contract/index.ts'
import { limitFault } from './check-limit.ts'
import type { PlayerFacts } from './check-limit.ts'

/** What of a batch decides. */
export interface BatchRules {
  readonly state: BatchState
  readonly lines: readonly string[]
  readonly validFrom: number | null
  readonly validTo: number | null
  readonly perCode: number | null
  readonly perPlayerCode: number | null
  readonly perPlayerBatch: number | null
  readonly total: number | null
  readonly limits: readonly CodeLimit[]
}

/** A reservation whose time is over and that nobody confirmed: its use may be given away. */
export interface Stale {
  readonly id: string
  readonly digest: string
  readonly uId: string
}

/** How many uses are taken, those of stale reservations among them. */
export interface Taken {
  readonly code: number
  readonly batch: number
  readonly playerCode: number
  readonly playerBatch: number
}

export interface Attempt {
  /** Null: there is no such code. */
  readonly rules: BatchRules | null
  readonly isVoid: boolean
  readonly digest: string
  readonly lineId: string
  readonly facts: PlayerFacts
  readonly taken: Taken
  /** Of this batch, the oldest first. */
  readonly stale: readonly Stale[]
}

export interface Refused {
  readonly refusal: Refusal
  /** Index of the limit that does not fit, and what the game did not tell of. */
  readonly limit: number | null
  readonly missing: string | null
}

export type Decision =
  | { readonly kind: 'reserve'; readonly gives: readonly string[] }
  | { readonly kind: 'refuse'; readonly why: Refused }

const plain = (refusal: Refusal): Refused => ({ refusal, limit: null, missing: null })

function stateRefusals({ state, validFrom, validTo }: BatchRules, nowMs: number): Refused[] {
  if (state === 'paused') return [plain('paused')]
  if (state === 'ended' || (validTo !== null && nowMs >= validTo)) return [plain('expired')]
  return validFrom !== null && nowMs < validFrom ? [plain('early')] : []
}

function limitRefusals(rules: BatchRules, facts: PlayerFacts): Refused[] {
  return rules.limits.flatMap((limit, index) => {
    const fault = limitFault(limit, facts)
    return fault === null ? [] : [{ refusal: 'limit' as const, limit: index, missing: fault.missing || null }]
  })
}

interface Room {
  readonly refusal: Refusal
  readonly most: number | null
  readonly taken: number
  frees(stale: Stale): boolean
}

function roomsOf(rules: BatchRules, { taken, digest, facts }: Attempt): Room[] {
  const isMine = ({ uId }: Stale) => uId === facts.uId
  const isSame = (stale: Stale) => stale.digest === digest
  return [
    {
      refusal: 'yours',
      most: rules.perPlayerCode,
      taken: taken.playerCode,
      frees: (stale) => isMine(stale) && isSame(stale),
    },
    { refusal: 'yours', most: rules.perPlayerBatch, taken: taken.playerBatch, frees: isMine },
    { refusal: 'used', most: rules.perCode, taken: taken.code, frees: isSame },
    { refusal: 'used', most: rules.total, taken: taken.batch, frees: () => true },
  ]
}

/** Stale reservations that have to go so that there is room for one more; and where there is none all the same. */
function makeRoom(rules: BatchRules, attempt: Attempt): { gives: Stale[]; refused: Refused[] } {
  const gives: Stale[] = []
  const refused: Refused[] = []
  for (const { refusal, most, taken, frees } of roomsOf(rules, attempt)) {
    if (most === null) continue
    const lacking = taken - gives.filter(frees).length - most + 1
    if (lacking <= 0) continue
    const free = attempt.stale.filter((each) => frees(each) && !gives.includes(each)).slice(0, lacking)
    gives.push(...free)
    if (free.length < lacking && refused.every((each) => each.refusal !== refusal))
      refused.push(plain(refusal))
  }
  return { gives, refused }
}

/** States in which codes are not there for players. */
const HIDDEN: readonly BatchState[] = ['draft', 'pending', 'approved', 'generating', 'void']

/** Everything that stands in the way, the first first, and which reservations would be given away. */
export function weighRedemption(attempt: Attempt): { refused: Refused[]; gives: string[] } {
  const { rules, facts, lineId } = attempt
  if (rules === null || attempt.isVoid || HIDDEN.includes(rules.state) || !rules.lines.includes(lineId)) {
    return { refused: [plain('unknown')], gives: [] }
  }
  const room = makeRoom(rules, attempt)
  return {
    refused: [...stateRefusals(rules, facts.nowMs), ...limitRefusals(rules, facts), ...room.refused],
    gives: room.gives.map(({ id }) => id),
  }
}

/** Whether a code is held for a player now. */
export function decideRedemption(attempt: Attempt): Decision {
  const { refused, gives } = weighRedemption(attempt)
  const [why] = refused
  return why === undefined ? { kind: 'reserve', gives } : { kind: 'refuse', why }
}
