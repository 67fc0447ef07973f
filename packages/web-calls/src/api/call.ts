import { isSessionless } from '@qd/contract-kit'
import type { AnyRoute, Envelope, RouteArgs, RouteReply } from '@qd/contract-kit'
import type { Confirmation } from '../confirmation/confirmation.ts'
import { confirmFirst } from '../confirmation/confirm-first.ts'
import { alertBox } from '@qd/web-frame'
import { kitText, textOfTag } from '@qd/web-base'
import { isOnLoginPage } from '@qd/web-base'
import { missingSaidBy } from '../scope/missing-level.ts'
import { askForSelection } from '../scope/require-level.ts'
import { endSession, whenSessionEnds } from '../session/session-end.ts'
import { TOAST_MS, toast } from '@qd/web-frame'
import { failureOf } from './answer-failure.ts'
import { CallError, useSession } from '@qd/web-base'
import type { Asker } from './failure-place.ts'
import { cutsNow, noteAnsweredCall, noteFailedCall, outageNow } from './reachability.ts'
import { readAnswer } from './read-answer.ts'
import { isRefusedForRights, rightsVersion, settleRefusal } from './refused-rights.ts'
import { sendRequest } from './send-request.ts'
import type { RequestOptions } from './send-request.ts'
import { endingWithSession } from './session-signal.ts'

export interface CallOptions extends RequestOptions, Asker {
  /** A 401 is about what the call carries, a password, and does not end the session of this page. */
  keepsSession?: boolean
  /** Codes of failures the page itself answers, with a choice for instance: no message tells them. */
  answeredCodes?: readonly string[]
  /** What the operator reads where the gate wants the call confirmed, and whether they have confirmed it before. */
  confirmation?: Confirmation
  /** Told the id of a call that was answered well: what leads to its entry in the audit. */
  onAnswer?: (requestId: string) => void
}

/** Tells the operator of a failure in a message (S8.02, S8.04); a cancelled call is none. */
export function reportFailure(error: CallError): void {
  if (error.code === 'aborted') return
  if (error.code === 'transport') return toast.transport(error.message)
  const missing = missingSaidBy(error.code)
  if (missing !== null) return askForSelection(missing)
  toast.error(error.told, TOAST_MS.error, error.requestId)
}

/** What was told once and has not worked since. */
const known = new Set<string>()

whenSessionEnds(() => known.clear())

function isNews({ tag, told }: Asker, route: AnyRoute): boolean {
  const key = `${tag} ${route.path}`
  if (told !== 'once') return told === 'toast'
  if (known.has(key)) return false
  known.add(key)
  return true
}

export interface FailedCall {
  route: AnyRoute
  options: CallOptions
  /** `rightsVersion` when the call began. */
  asked: number
}

/** Why the session is over; undefined: there was none. */
function endReasonOf({ code, details }: CallError): string | undefined {
  if (code !== 'session_expired') return undefined
  const { reason } = (details ?? {}) as { reason?: unknown }
  return typeof reason === 'string' ? reason : 'expired'
}

/** Ends the session on 401 (S4.05), else tells the operator where no part of the page does. */
export function settleFailure(error: CallError, { route, options, asked }: FailedCall): void {
  error.tag = textOfTag(options.tag)
  if (error.code === 'aborted') return
  if (options.answeredCodes?.includes(error.code) === true) return
  const status = error.envelope?.status ?? error.httpStatus
  if (status === 401 && !isOnLoginPage() && options.keepsSession !== true) {
    endSession({ message: error.message, reason: endReasonOf(error) })
    return
  }
  noteFailedCall(error)
  const report = () => {
    if (options.told === 'alert') alertBox(undefined, error.told)
    else if (isNews(options, route)) reportFailure(error)
  }
  if (isRefusedForRights(error)) settleRefusal({ text: error.message, asked, report })
  else report()
}

/** What changes something is not even tried while nothing can arrive: it would be sent, or thought sent, later. */
function refuseUnsendable(route: AnyRoute, { outlivesPage }: CallOptions): void {
  if (route.risk === 'R0' || outlivesPage === true) return
  const outage = outageNow()
  if (outage !== null) throw new CallError({ code: 'not_sent', message: kitText(`call.notSent.${outage}`) })
}

/** What needs a session is not asked for after its end: parts that are still drawn then would only be refused. */
function refuseWithoutSession({ permission }: AnyRoute): void {
  if (isSessionless(permission) || useSession.getState().token !== '') return
  throw new CallError({ code: 'aborted', message: 'no session' })
}

async function ask(route: AnyRoute, parts: object, options: CallOptions): Promise<Envelope> {
  refuseWithoutSession(route)
  refuseUnsendable(route, options)
  const asked = cutsNow()
  const answer = await readAnswer(await sendRequest(route, parts, options), options.signal)
  const failure = failureOf(answer)
  if (failure?.code !== 'transport') noteAnsweredCall(asked)
  if (failure !== null) throw failure
  return answer.envelope as Envelope
}

/** Calls a declared route and returns its `data`; throws CallError, told where `told` says. */
export async function call<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  given: CallOptions,
): Promise<RouteReply<R>> {
  const asked = rightsVersion()
  const options = endingWithSession(given)
  try {
    // Before anybody is asked to confirm what cannot go anywhere.
    refuseUnsendable(route, options)
    const send = (parts: object) => ask(route, parts, options)
    const envelope = await confirmFirst(route, args as RouteArgs<R> & object, send, options)
    options.onAnswer?.(envelope.requestId)
    if (options.told === 'once') known.delete(`${options.tag} ${route.path}`)
    if (envelope.notification !== undefined && envelope.notification !== '') {
      toast.notification(envelope.notification)
    }
    return (Object.hasOwn(envelope, 'data') ? envelope.data : envelope) as RouteReply<R>
  } catch (error) {
    if (error instanceof CallError) settleFailure(error, { route, options, asked })
    throw error
  }
}
