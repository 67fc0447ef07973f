import type { AnyRoute, Envelope, RouteArgs, RouteReply } from '@qd/contract-kit'
import { kitText } from '../i18n/kit-text.ts'
import { isOnLoginPage } from '../navigation.ts'
import { endSession } from '../session-end.ts'
import { TOAST_MS, toast } from '../toast/toast.ts'
import { CallError } from './call-error.ts'
import { noteFailedCall } from './reachability.ts'
import { readAnswer } from './read-answer.ts'
import type { Answer } from './read-answer.ts'
import { isRefusedForRights, rightsVersion, settleRefusal } from './refused-rights.ts'
import { sendRequest } from './send-request.ts'
import type { RequestOptions } from './send-request.ts'

export interface CallOptions extends RequestOptions {
  /** Stands before the failure text: `tag:请求失败:msg` (S8.02). */
  tag?: string
  /** The caller shows the failure itself; a lost session still leads to the login page. */
  silent?: boolean
  /** A 401 is about what the call carries, a password, and does not end the session of this page. */
  keepsSession?: boolean
}

function failureOf(answer: Answer): CallError | null {
  const { envelope, httpStatus, text } = answer
  if (envelope === null) {
    const message = `${kitText('call.connectionError')}${httpStatus}${text}`
    return new CallError({ code: 'transport', message, httpStatus })
  }
  if (envelope.doc !== undefined || envelope.status === 0) return null
  return new CallError({
    code: envelope.err?.code ?? String(envelope.status),
    message: envelope.msg,
    httpStatus,
    envelope,
  })
}

/** Tells the operator of a failure, in the words S8.02 gives; a cancelled call is none. */
export function reportFailure(error: CallError, tag?: string): void {
  if (error.code === 'aborted') return
  if (error.code === 'no_answer') return toast.error(error.message)
  if (error.code === 'transport') return toast.transport(error.message)
  const named = tag === undefined || tag === '' ? [] : [tag]
  const text = [...named, kitText('call.failed'), error.message].join(kitText('call.separator'))
  toast.error(text, TOAST_MS.error, error.requestId)
}

/** Ends the session on 401 (S4.05), else tells the operator unless the caller does. `asked`: rightsVersion at the start. */
export function settleFailure(error: CallError, options: CallOptions, asked = rightsVersion()): void {
  const status = error.envelope?.status ?? error.httpStatus
  if (status === 401 && !isOnLoginPage() && options.keepsSession !== true) {
    endSession({ message: error.message, isTimeout: error.code === 'session_expired' })
    return
  }
  noteFailedCall(error)
  const report = () => {
    if (options.silent !== true) reportFailure(error, options.tag)
  }
  if (isRefusedForRights(error)) settleRefusal({ text: error.message, asked, report })
  else report()
}

async function ask(route: AnyRoute, parts: object, options: CallOptions): Promise<Envelope> {
  const answer = await readAnswer(await sendRequest(route, parts, options))
  const failure = failureOf(answer)
  if (failure !== null) throw failure
  return answer.envelope as Envelope
}

/** Calls a declared route and returns its `data`; throws CallError, already shown unless `silent`. */
export async function call<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  options: CallOptions = {},
): Promise<RouteReply<R>> {
  const asked = rightsVersion()
  try {
    const envelope = await ask(route, args as object, options)
    if (envelope.notification !== undefined && envelope.notification !== '') {
      toast.notification(envelope.notification)
    }
    return (Object.hasOwn(envelope, 'data') ? envelope.data : envelope) as RouteReply<R>
  } catch (error) {
    if (error instanceof CallError) settleFailure(error, options, asked)
    throw error
  }
}
