import { canonicalJson } from '@qd/canonical-json'
import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import type { FunctionEntry, dryRunFunction, runFunctionNow } from '../../contract/index.ts'
import { refOf } from './function-key.ts'
import { parameterFaults, startValues } from './parameter-values.ts'
import type { Values } from './parameter-values.ts'
import { readUIds } from './read-uids.ts'

export type DryRun = RouteReply<typeof dryRunFunction>
export type RunReply = RouteReply<typeof runFunctionNow>
/** Whom a function is run on: the player or server in view, or a list of players. */
export type Audience = 'one' | 'list'

/** What was filled in for one function, what its dry run said and what became of its run. */
export interface RunDraft {
  values: Values
  audience: Audience
  listText: string
  reason: string
  plan: { fingerprint: string; reply: DryRun } | null
  outcome: RunReply | null
  /** What was run, as a fingerprint: its result comes next until something else is filled in. */
  ranWith: string | null
  busy: 'dry' | 'run' | null
  failure: CallError | null
  /** What the server said of single parameters, until they change. */
  refusals: Readonly<Record<string, string>>
  /** The same request keeps its key: asking again after a lost answer does nothing twice. */
  request: { fingerprint: string; key: string } | null
}

export function openDraft(entry: FunctionEntry): RunDraft {
  return {
    values: startValues(entry.parameters),
    audience: 'one',
    listText: '',
    reason: '',
    plan: null,
    outcome: null,
    ranWith: null,
    busy: null,
    failure: null,
    refusals: {},
    request: null,
  }
}

/** What a dry run is about: another version, other parameters or another player make it stale. */
export function fingerprintOf(entry: FunctionEntry, draft: RunDraft, uId: string): string {
  const { values, audience, listText } = draft
  const onList = audience === 'list' ? readUIds(listText).uIds : []
  return canonicalJson({ ref: refOf(entry), values, audience, uId, onList })
}

export type PlanState = 'none' | 'good' | 'stale' | 'expired'

/** Whether the dry run still stands for what would be run now. */
export function planState(
  entry: FunctionEntry,
  draft: RunDraft,
  at: { uId: string; nowMs: number },
): PlanState {
  const { plan } = draft
  if (plan === null) return 'none'
  if (plan.fingerprint !== fingerprintOf(entry, draft, at.uId)) return 'stale'
  return at.nowMs > plan.reply.goodUntil ? 'expired' : 'good'
}

export type Blocker =
  | 'notAllowed'
  | 'player'
  | 'list'
  | 'listInvalid'
  | 'parameters'
  | 'dryRun'
  | 'unrunnable'
  | 'reason'

/** Why a dry run is not possible yet; null when it is. */
export function dryRunBlocker(entry: FunctionEntry, draft: RunDraft, uId: string): Blocker | null {
  if (!entry.mayRun) return 'notAllowed'
  if (draft.audience === 'list') {
    const { uIds, invalid } = readUIds(draft.listText)
    if (invalid.length > 0) return 'listInvalid'
    if (uIds.length === 0) return 'list'
  } else if (entry.target === 'player' && uId === '') return 'player'
  return parameterFaults(entry.parameters, draft.values).size > 0 ? 'parameters' : null
}

/** Why running is not possible yet, the first thing to do about it; null when it is. */
export function runBlocker(
  entry: FunctionEntry,
  draft: RunDraft,
  at: { uId: string; nowMs: number },
): Blocker | null {
  const before = dryRunBlocker(entry, draft, at.uId)
  if (before !== null) return before
  const state = planState(entry, draft, at)
  if (draft.audience === 'one' && entry.needsDryRun && state !== 'good') return 'dryRun'
  if (draft.audience === 'one' && state === 'good' && draft.plan?.reply.isRunnable === false)
    return 'unrunnable'
  return draft.reason.trim() === '' ? 'reason' : null
}

/** What somebody does next with a function: fill in, try, run, look at what came of it. */
export type RunStep = 'player' | 'list' | 'parameters' | 'dryRun' | 'run' | 'result'

/** The one step that is possible and comes next; null where nothing may be run. The others stay beside it. */
export function nextRunStep(
  entry: FunctionEntry,
  draft: RunDraft,
  at: { uId: string; nowMs: number },
): RunStep | null {
  const { outcome, plan, ranWith, audience } = draft
  if (!entry.mayRun) return null
  // Asking for an open outcome goes by the button that runs.
  if (outcome?.status === 'unknown' || outcome?.status === 'running') return 'run'
  const isShown = outcome !== null && plan === null && ranWith === fingerprintOf(entry, draft, at.uId)
  if (isShown) return 'result'
  const before = dryRunBlocker(entry, draft, at.uId)
  if (before === 'player' || before === 'parameters') return before
  if (before !== null) return 'list'
  const isTried = planState(entry, draft, at) === 'good' && plan?.reply.isRunnable !== false
  return entry.hasDryRun && audience === 'one' && !isTried ? 'dryRun' : 'run'
}
