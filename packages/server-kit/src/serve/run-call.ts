import {
  AppError,
  asksStepUp,
  confirmationPart,
  coreErrors,
  higherRisk,
  isSessionless,
  leastRisk,
  mayCallEverywhere,
  mostRisk,
  riskAtLeast,
  scopePath,
} from '@qd/contract-kit'
import type { AnyRoute, InputOf, Risk, TargetRef } from '@qd/contract-kit'
import { SentBytes } from '../body/sent-bytes.ts'
import { SentText } from '../body/sent-text.ts'
import { assertOwnServers } from '../guard/game-call.ts'
import { parseInput } from '../guard/parse-input.ts'
import { resolvePlace } from '../guard/resolve-place.ts'
import type { ApprovalsPort, AuditEntry, AuditPort, GatePort, GateTarget, ScopePort } from '../ports/index.ts'
import { actionHash } from './action-hash.ts'
import { approvalOf } from './approve-call.ts'
import { toAppError } from './envelope.ts'
import type { LiveCall } from './live-call.ts'
import type { ServedRoute } from './serve.ts'
import { RehearsalEnd, guardWrites } from './write-guard.ts'

export interface CallPorts {
  scope: ScopePort
  audit: AuditPort
  gate: GatePort
  /** Absent: nothing asks for an approval. */
  approvals?: ApprovalsPort | undefined
}

type AnyInput = InputOf<undefined, undefined, undefined> & { query: unknown; body: unknown }

interface Asked {
  risk: Risk
  input: AnyInput
}

/** `reason` or `confirm`, from where this call carries them. */
function givenText(route: AnyRoute, input: AnyInput | null, key: 'reason' | 'confirm'): string {
  const part = input?.[confirmationPart(route)]
  const value = (part as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' ? value : ''
}

/** What the call named before anything was checked: a refusal that says nothing of its aim is worth little. */
function askedFor(call: LiveCall): Record<string, unknown> {
  const given = { ...(call.given.params as object), ...(call.given.query as object) }
  const named = Object.entries(given).filter(
    ([key, value]) =>
      ['uId', 'sId', 'lineId', 'baseLineId'].includes(key) && typeof value === 'string' && value.length <= 64,
  )
  return named.length === 0 ? {} : { asked: Object.fromEntries(named) }
}

function subjectOf(served: ServedRoute, input: AnyInput | null): string | undefined {
  return input === null ? undefined : served.route.subject?.(input as never)
}

function entryOf(served: ServedRoute, call: LiveCall, risk: Risk, input: AnyInput | null): AuditEntry {
  const { caller, place } = call
  return {
    requestId: call.requestId,
    actorId: caller.userId,
    actor: caller.username,
    sessionId: caller.sessionId,
    address: call.address,
    action: served.route.title,
    risk,
    scope: scopePath(place),
    target: subjectOf(served, input) ?? place.uId ?? place.server?.key ?? caller.userId,
    reason: givenText(served.route, input, 'reason'),
    detail: {
      ...(input === null ? askedFor(call) : served.route.audit?.(input as never)),
      // A program acted with somebody's rights: the row says which.
      ...(caller.kind === 'token' ? { apiToken: caller.label } : {}),
      ...(call.stepUp === null ? {} : { stepUp: call.stepUp }),
      ...(call.mode.kind === 'execution' ? call.mode.run.note : {}),
    },
  }
}

/** What the call weighs at its place; above what it declares the pages would not know what to ask for. */
async function weigh({ route, options }: ServedRoute, call: LiveCall, input: AnyInput): Promise<Risk> {
  const raised = (await options.raiseRisk?.(input as never, call)) ?? route.risk
  if (!riskAtLeast(mostRisk(route), raised)) throw new Error(`${route.path} rises above what it declares`)
  return higherRisk(leastRisk(route, call.place.environment), raised)
}

/** The gate for this call: what it carries stands, what it aims at is told when it is asked. One proof is asked for a call. */
function gateOf({ route }: ServedRoute, call: LiveCall, gate: GatePort, input: AnyInput) {
  const carried = {
    action: route.title,
    input,
    reason: givenText(route, input, 'reason'),
    confirm: givenText(route, input, 'confirm'),
  }
  return async (target: GateTarget, proof?: { about: string }) => {
    if (proof !== undefined && route.stepUp === undefined) throw new Error(`${route.path} declares no stepUp`)
    // The approval covers both; a rehearsal does nothing that could be confirmed.
    if (call.mode.kind !== 'plain') return
    const asks = call.stepUp === null && (proof !== undefined || asksStepUp(route, target.risk))
    const stepUp = asks ? actionHash(route, call.place, { ...input, about: proof?.about ?? '' }) : null
    const given = await gate.check({ ...carried, ...target, caller: call.caller, stepUp })
    if (given !== null) call.stepUp = given
  }
}

async function passGate(
  served: ServedRoute,
  call: LiveCall,
  gate: NonNullable<LiveCall['gate']>,
  asked: Asked,
): Promise<void> {
  const { input, risk } = asked
  const { route } = served
  if (!riskAtLeast(risk, 'R3') && !asksStepUp(route, risk)) return
  const place = (await served.options.beforeGate?.(input as never, call)) ?? call.place
  const named = await served.options.targetName?.(input as never, call)
  const targetName = named ?? place.uId ?? place.server?.serviceName ?? place.lineId ?? ''
  await gate({ risk, place, targetName })
}

/** The handler; that of a gated call writes nothing before its approval. */
function handle({ route, options }: ServedRoute, call: LiveCall, input: AnyInput): unknown {
  if (route.approval === undefined) return options.handle(input as never, call)
  const guard = { route: `${route.method} ${route.path}`, isOpen: false }
  call.approval = approvalOf(route, call, { input, guard })
  return guardWrites(guard, () => options.handle(input as never, call))
}

interface Audited {
  entry: AuditEntry
  input: AnyInput
}

async function runAudited(served: ServedRoute, call: LiveCall, audit: AuditPort, audited: Audited) {
  const { entry, input } = audited
  call.audit = { port: audit, entry }
  if (served.options.effect === 'store') {
    try {
      return await handle(served, call, input)
    } catch (error) {
      const { def } = toAppError(error)
      if (!call.isCommitted) await audit.refused(entry, { status: def.status, code: def.code })
      throw error
    }
  }
  const intentId = await audit.intent(entry)
  call.actsOutside = true
  try {
    const answer = await handle(served, call, input)
    await audit.outcome(intentId, { status: 0, code: 'ok', detail: call.detail })
    return answer
  } catch (error) {
    const { def, details } = toAppError(error)
    await audit.outcome(intentId, { status: def.status, code: def.code, detail: { ...call.detail, details } })
    throw error
  }
}

function baseLineOf(params: unknown): string | undefined {
  const value = (params as Record<string, unknown>)['baseLineId']
  return typeof value === 'string' ? value : undefined
}

/** Notes that a caller tried what they may do nowhere; reads leave no rows. */
export async function noteForbidden(served: ServedRoute, call: LiveCall, audit: AuditPort): Promise<void> {
  const { risk } = served.route
  if (!riskAtLeast(risk, 'R1')) return
  const { status, code } = coreErrors.forbidden
  await audit.refused(entryOf(served, call, risk, null), { status, code })
}

function refuseReadOnly({ options }: ServedRoute, call: LiveCall, risk: Risk): void {
  if (call.callerOrNull?.isReadOnly !== true) return
  if (options.effect !== 'store' && !riskAtLeast(risk, 'R1')) return
  throw new AppError(coreErrors.read_only_session)
}

function readInput(route: AnyRoute, { given }: LiveCall, body: unknown): AnyInput {
  return parseInput(route, { params: given.params, query: given.query, body }) as AnyInput
}

/** A game server speaks for itself alone. */
function refuseForeignServers({ gameCall }: LiveCall, { query, body }: AnyInput): void {
  if (gameCall === null) return
  assertOwnServers(gameCall.server, query)
  assertOwnServers(gameCall.server, body)
}

/** What the input says about the place, looked up where it only names a record that lies there. */
async function refOf({ route, options }: ServedRoute, call: LiveCall, input: AnyInput): Promise<TargetRef> {
  const ref = route.target?.(input as never) ?? {}
  const isNamed = Object.values(ref).some((value) => value !== undefined)
  if (isNamed || options.findTarget === undefined || baseLineOf(call.given.params) !== undefined) return ref
  return options.findTarget(input as never, call.caller)
}

/** Where the call goes; refuses callers who may not go there. */
function findPlace({ route }: ServedRoute, call: LiveCall, scope: ScopePort, ref: TargetRef): void {
  if (isSessionless(route.permission)) return
  const baseLineId = baseLineOf(call.given.params)
  if (route.target !== undefined || baseLineId !== undefined) {
    call.place = resolvePlace(scope, route, call.caller, { ref, baseLineId })
  } else if (!mayCallEverywhere(call.caller.grants, route)) throw new AppError(coreErrors.scope_forbidden)
}

/** The JSON of a body, whatever follows it; undefined for bytes. */
async function jsonOf(body: unknown): Promise<unknown> {
  if (body instanceof SentBytes) return undefined
  return body instanceof SentText ? body.head() : body
}

/**
 * Asks for what the risk takes, and for the reason: now, or in `ctx.approve` once that knows that no approval is needed.
 */
async function passOrPostponeGate(
  served: ServedRoute,
  call: LiveCall,
  port: GatePort,
  asked: Asked,
): Promise<void> {
  const { route } = served
  const gate = gateOf(served, call, port, asked.input)
  call.gate = gate
  const pass = async () => {
    await passGate(served, call, gate, asked)
    if (route.needsReason === true && givenText(route, asked.input, 'reason') === '') {
      throw new AppError(coreErrors.reason_required, { field: 'reason' })
    }
  }
  const { mode } = call
  const isLate = route.approval !== undefined && mode.kind === 'plain' && (await mode.port?.isOn()) === true
  if (isLate) {
    call.postponed = []
    const lateGate = async () => {
      const asks = call.postponed ?? []
      call.postponed = null
      await pass()
      for (const ask of asks) await ask()
      // The row of the call was begun before.
      if (call.stepUp !== null) call.note({ stepUp: call.stepUp })
    }
    call.mode = { ...mode, lateGate }
  }
  if (isLate) return
  try {
    await pass()
  } catch (error) {
    if (wantsProof(error)) await refuseWhatFails(served, call, asked.input)
    throw error
  }
}

/** Whether a refusal asks for a step-up proof. */
function wantsProof(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { stepUp } = (error.details ?? {}) as { stepUp?: unknown }
  return error.def.code === coreErrors.step_up_needed.code || (stepUp ?? null) !== null
}

/**
 * Nobody types a code for what is refused anyway: the handler is tried up to its first write, and its refusal comes first. One
 * that acts outside the store has no such place unless it is gated, and looks at its input in `raiseRisk`.
 */
async function refuseWhatFails(served: ServedRoute, call: LiveCall, input: AnyInput): Promise<void> {
  const { method, path, approval } = served.route
  const endsAtWrite = served.options.effect === 'store' || approval !== undefined
  if (!endsAtWrite || call.mode.kind !== 'plain') return
  call.isTrial = true
  try {
    const guard = { route: `${method} ${path}`, isOpen: false, isTrial: true } as const
    await guardWrites(guard, () => served.options.handle(input as never, call))
  } catch (error) {
    if (error instanceof RehearsalEnd) return
    throw error
  }
}

async function runGuarded(served: ServedRoute, call: LiveCall, ports: CallPorts): Promise<unknown> {
  const { route } = served
  if (call.mode.kind === 'plain' && ports.approvals !== undefined) {
    call.mode = { kind: 'plain', port: ports.approvals }
  }
  const { body } = call.given
  let input: AnyInput | null = null
  let risk: Risk = route.risk
  try {
    refuseReadOnly(served, call, route.risk)
    input = readInput(route, call, await jsonOf(body))
    refuseForeignServers(call, input)
    findPlace(served, call, ports.scope, await refOf(served, call, input))
    if (!isSessionless(route.permission)) {
      risk = await weigh(served, call, input)
      refuseReadOnly(served, call, risk)
      await passOrPostponeGate(served, call, ports.gate, { risk, input })
    }
  } catch (error) {
    if (riskAtLeast(route.risk, 'R1') && call.callerOrNull !== null && call.mode.kind !== 'rehearsal') {
      const { def } = toAppError(error)
      await ports.audit.refused(entryOf(served, call, risk, input), { status: def.status, code: def.code })
    }
    throw error
  }
  const isAudited = riskAtLeast(risk, 'R1') && call.callerOrNull !== null
  if (!isAudited || call.mode.kind === 'rehearsal') return handle(served, call, input)
  return runAudited(served, call, ports.audit, { entry: entryOf(served, call, risk, input), input })
}

/**
 * Validates, resolves the scope, weighs the risk, audits and runs one call whose caller is known. The answer of a plain
 * read is there at once where its handler has it at once; all else is a promise.
 */
export function runCall(served: ServedRoute, call: LiveCall, ports: CallPorts): unknown {
  if (!served.isPlainRead) return runGuarded(served, call, ports)
  const input = readInput(served.route, call, call.given.body)
  refuseForeignServers(call, input)
  findPlace(served, call, ports.scope, served.route.target?.(input as never) ?? {})
  return served.options.handle(input as never, call)
}
