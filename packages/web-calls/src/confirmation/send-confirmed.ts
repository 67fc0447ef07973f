import { confirmationPart } from '@qd/contract-kit'
import type { AnyRoute, PlaceRef, RouteArgs } from '@qd/contract-kit'
import { CallError, isCallError } from '@qd/web-base'
import { whenSessionEnds } from '../session/session-end.ts'
import { useScope } from '../scope/scope.ts'
import { approvalIn, areApprovalsOn, handInForApproval } from './approval-desk.ts'
import type { ApprovalWanted } from './approval-desk.ts'
import { askConfirmation } from './ask-confirmation.tsx'
import { newConfirmation } from './confirmation.ts'
import type { Confirmation, GivenConfirmation } from './confirmation.ts'
import { expectedName } from './expected-name.ts'
import { stepUpDesk, stepUpIn } from './step-up.ts'
import type { StepUpAsked } from './step-up.ts'

/** Reasons of confirmed calls that then failed, by path and name: the next try begins with them. */
const reasons = new Map<string, string>()

whenSessionEnds(() => reasons.clear())

/** What a refusal asks for; null: it is about something else. */
interface Wanted {
  expected: string | null
  stepUp: StepUpAsked | null
}

function wantedBy(error: unknown): Wanted | null {
  if (!isCallError(error)) return null
  const { expected } = (error.details ?? {}) as { expected?: unknown }
  const stepUp = stepUpIn(error.details)
  if (error.code === 'step_up_needed') return stepUp === null ? null : { expected: null, stepUp }
  if (error.code !== 'confirm_required' || typeof expected !== 'string') return null
  return { expected, stepUp }
}

function partOf(route: AnyRoute, args: object): Record<string, unknown> {
  return (args as Record<string, Record<string, unknown> | undefined>)[confirmationPart(route)] ?? {}
}

function withGiven<A extends object>(route: AnyRoute, args: A, given: GivenConfirmation | null): A {
  if (given === null) return args
  return { ...args, [confirmationPart(route)]: { ...partOf(route, args), ...given } }
}

export interface Confirming {
  confirmation?: Confirmation
  /** Where the call goes. */
  at?: PlaceRef
  /** What the call takes beside its body. */
  text?: string | Blob
}

/** Uses the code that was typed in the page; false: there is none, or it is no way. A wrong one throws. */
async function provenByPage(confirmation: Confirmation, { expected, stepUp }: Wanted): Promise<boolean> {
  const { code } = confirmation
  confirmation.code = undefined
  if (code === undefined || expected !== null || stepUp?.ways[0] !== 'code') return false
  const desk = await stepUpDesk()
  await desk.give(stepUp.action, { code })
  return true
}

/** Asks; throws `aborted`, which nobody is told of, when the operator decides against it. */
async function ask(route: AnyRoute, args: object, confirmation: Confirmation, wanted: Wanted): Promise<void> {
  if (await provenByPage(confirmation, wanted)) return
  const { expected, stepUp } = wanted
  const { reason } = partOf(route, args)
  const carriesReason = typeof reason === 'string' && reason.trim() !== ''
  const key = `${route.path} ${expected}`
  const given = await askConfirmation(confirmation.question, {
    expected,
    reason: expected === null || carriesReason ? null : (reasons.get(key) ?? ''),
    stepUp,
  })
  // A proof alone leaves what was confirmed before.
  if (given === null || expected !== null) confirmation.given = given
  if (given === null) {
    reasons.delete(key)
    throw new CallError({ code: 'aborted', message: '' })
  }
  if (given.reason !== undefined) reasons.set(key, given.reason)
  await confirmation.onGiven?.()
}

/** Offers to hand the call in; it ends here either way. */
async function handIn(route: AnyRoute, args: object, confirming: Confirming, asked: ApprovalWanted) {
  const { reason } = partOf(route, args)
  const isHandedIn = await handInForApproval({
    ...asked,
    route: `${route.method} ${route.path}`,
    input: args,
    text: confirming.text ?? '',
    reason: typeof reason === 'string' ? reason : '',
  })
  throw new CallError({ code: 'aborted', message: '', isHandedIn })
}

/**
 * Sends a call the gate may want confirmed: asks first where the name to type is known, so that no refusal stands in
 * the audit, else when the server asks for it (428 `confirm_required`, `step_up_needed`), and sends it again with what
 * was given. The arguments stay the same: the proof is good for these alone. What needs an approval (428
 * `approval_required`) is handed in instead.
 */
export async function sendConfirmed<R extends AnyRoute, T>(
  route: R,
  args: RouteArgs<R> & object,
  send: (args: RouteArgs<R> & object) => Promise<T>,
  confirming: Confirming,
): Promise<T> {
  const { confirmation = newConfirmation(), at } = confirming
  const lists = useScope.getState()
  // While approvals are on, the server says which of the two it wants: what has to be approved is not confirmed.
  const known =
    route.approval === undefined || !areApprovalsOn()
      ? (confirmation.question.expected ?? expectedName(route, args, { lists, ...(at && { at }) }))
      : null
  if (known !== null && confirmation.given === null) {
    await ask(route, args, confirmation, { expected: known, stepUp: null })
  }
  for (;;) {
    try {
      const reply = await send(withGiven(route, args, confirmation.given))
      reasons.delete(`${route.path} ${confirmation.given?.confirm}`)
      return reply
    } catch (error) {
      const approval = approvalIn(error)
      if (approval !== null)
        await handIn(route, withGiven(route, args, confirmation.given), confirming, approval)
      const wanted = wantedBy(error)
      if (wanted === null) throw error
      if (wanted.expected !== null && confirmation.given?.confirm === wanted.expected) throw error
      await ask(route, args, confirmation, wanted)
    }
  }
}
