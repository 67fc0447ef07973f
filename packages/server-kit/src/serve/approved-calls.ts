import {
  AppError,
  bodyRulesOf,
  confirmationPart,
  coreErrors,
  grantsAtDoor,
  isSessionless,
  permissionKey,
  reaches,
} from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { bodyTooLarge } from '../body/check-headers.ts'
import { storedText } from '../body/stored-text.ts'
import { refuseForbiddenKeys } from '../guard/forbidden-keys.ts'
import { refuseWrongKind } from '../guard/refuse-wrong-kind.ts'
import type { ApprovalCall, ApprovedRun, Caller } from '../ports/index.ts'
import type { Texts } from '../texts/texts.ts'
import type { ApprovalMode } from './approve-call.ts'
import { askFor } from './current-asker.ts'
import { LiveCall } from './live-call.ts'
import { runCall } from './run-call.ts'
import type { CallPorts } from './run-call.ts'
import type { CallEnd, ServedRoute } from './serve.ts'

/** A gated call without a request of its own: handed in for approval, or taken from the store. */
export interface StoredCall {
  /** `POST /adjust/bulk/start` */
  readonly route: string
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>> | undefined
    readonly query?: Readonly<Record<string, unknown>> | undefined
    readonly body?: Readonly<Record<string, unknown>> | undefined
  }
  /** Below the parameters of a call that takes a text. */
  readonly text: string
  /** Stands in for that of the input, where it has none. */
  readonly reason: string
}

/** In whose name and for what request it runs. */
export interface StoredCallBy {
  readonly caller: Caller
  readonly lang: Language
  readonly requestId: string
  readonly address: string
  readonly signal: AbortSignal
}

const APPROVED = 'approval:'
/** What calls are named by that an approved request makes. */
export const approvedRunId = (approvalId: string): string => APPROVED + approvalId
/** Whether a call was made by an approved request. */
export const isApprovedRun = (requestId: string): boolean => requestId.startsWith(APPROVED)

/** Runs gated calls that came by no request, through the same guard as those that did. */
export interface ApprovedCalls {
  /** Every gated route of the program. */
  readonly routes: readonly AnyRoute[]
  /** The gated route of this name; null: the program has none. */
  routeOf(name: string): AnyRoute | null
  /** Throws where the caller could not make the call at any place; for before its text is read. */
  assertMayHandIn(name: string, caller: Caller): void
  /** Tries a call without writing anything: what it would do. Throws what the call itself would throw. */
  rehearse(call: StoredCall, by: StoredCallBy): Promise<ApprovalCall>
  /** Does what was approved. */
  execute(call: StoredCall, by: StoredCallBy, run: ApprovedRun): Promise<CallEnd>
}

interface ObjectShape {
  _zod?: { def: { shape?: Record<string, unknown> } }
}

const takes = (route: AnyRoute, part: 'query' | 'body', field: string) =>
  Object.hasOwn((route[part] as ObjectShape | undefined)?._zod?.def.shape ?? {}, field)

/** The input with the reason of the request where the call asks for one and has none. */
function withReason(route: AnyRoute, { input, reason }: StoredCall): StoredCall['input'] {
  const part = confirmationPart(route)
  if (!takes(route, part, 'reason')) return input
  const given = input[part] ?? {}
  const own = given['reason']
  if (typeof own === 'string' && own.trim() !== '') return input
  return { ...input, [part]: { ...given, reason } }
}

/** What the call would have been given by a request of its own. */
function givenTo(route: AnyRoute, stored: StoredCall) {
  const { params = {}, query = {}, body = {} } = withReason(route, stored)
  for (const part of [params, query, body]) refuseForbiddenKeys(part)
  const { bytes } = bodyRulesOf(route)
  if (Buffer.byteLength(JSON.stringify(body)) > bytes) {
    throw bodyTooLarge(bytes)
  }
  if (route.textLimit !== undefined) return { params, query, body: storedText(route, body, stored.text) }
  if (stored.text !== '')
    throw new AppError(coreErrors.field_unknown, { field: 'text', params: { field: 'text' } })
  return { params, query, body: route.body === undefined ? undefined : body }
}

function refuseForbidden(route: AnyRoute, caller: Caller): void {
  refuseWrongKind(caller, route)
  const { permission } = route
  if (permission === 'session' || isSessionless(permission)) return
  if (!reaches(grantsAtDoor(caller.grants, permission), permissionKey(permission), {})) {
    throw new AppError(coreErrors.forbidden)
  }
}

/** What came of a call by its answer: a job that it started goes on. */
function endOf({ options }: ServedRoute, answer: unknown): CallEnd {
  if (options.endOf !== undefined) return options.endOf(answer as never)
  const jobId = (answer as { jobId?: unknown } | null)?.jobId
  return typeof jobId === 'string' ? { state: 'succeeded', jobId } : { state: 'succeeded' }
}

export interface ApprovedCallsParts extends CallPorts {
  served: readonly ServedRoute[]
  texts: Texts
}

export function createApprovedCalls({ served, texts, ...ports }: ApprovedCallsParts): ApprovedCalls {
  const byName = new Map(served.map((each) => [`${each.route.method} ${each.route.path}`, each]))
  const find = (name: string): ServedRoute => {
    const found = byName.get(name)
    if (found === undefined) throw new AppError(coreErrors.not_found, { field: 'route' })
    if (found.route.approval === undefined)
      throw new AppError(coreErrors.approval_not_gated, { field: 'route' })
    return found
  }
  const run = async (stored: StoredCall, by: StoredCallBy, mode: ApprovalMode) => {
    const found = find(stored.route)
    refuseForbidden(found.route, by.caller)
    const given = givenTo(found.route, stored)
    const call = new LiveCall({ ...by, given, texts, mode })
    const work = async () => runCall(found, call, ports)
    const answer = await askFor({ id: by.caller.userId, language: by.lang }, work)
    return endOf(found, answer)
  }
  return {
    routes: served.map(({ route }) => route).filter(({ approval }) => approval !== undefined),
    routeOf(name) {
      const found = byName.get(name)?.route
      return found?.approval === undefined ? null : found
    },
    assertMayHandIn: (name, caller) => refuseForbidden(find(name).route, caller),
    async rehearse(stored, by) {
      const mode: ApprovalMode & { kind: 'rehearsal' } = { kind: 'rehearsal', told: null }
      try {
        await run(stored, by, mode)
      } catch (error) {
        if (mode.told === null) throw error
      }
      // It had nothing to write: the same was done before.
      if (mode.told === null) throw new AppError(coreErrors.approval_not_needed)
      return mode.told
    },
    execute: (stored, by, approved) => run(stored, by, { kind: 'execution', run: approved }),
  }
}
