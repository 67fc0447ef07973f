import type { AnyRoute } from '@qd/contract-kit'
import { pageBase } from '../page-base.ts'
import { useScope } from '../stores/scope.ts'
import { useSession } from '../stores/session.ts'
import { useSettings } from '../stores/settings.ts'
import { addressOf, bodyOf, headersOf } from './build-request.ts'
import type { CallParts } from './build-request.ts'
import { lostAnswer } from './answer-failure.ts'
import { noteLost, noteResponse, noteStart } from './call-log.ts'

/** S9.01. */
export const CALL_TIMEOUT_MS = 90_000

export interface RequestOptions {
  signal?: AbortSignal
  /** For a route with `textLimit`: what it takes beside `body`. */
  text?: string | Blob
  /** How long the answer may take, files included; default 90 s (S9.01). */
  timeoutMs?: number
  /** `/line/{lineId}`; default: the selected line's for calls to a server, else none. Empty: none. */
  baseAddress?: string
  /** Goes on when the session ends here and the page is left: the sign-out itself. */
  outlivesPage?: boolean
}

function baseAddressFor(route: AnyRoute, given: string | undefined): string {
  if (given !== undefined) return given
  const { lineId } = useScope.getState()
  const isServerCall = route.path.startsWith('/adjust/') && route.level >= 2
  return isServerCall && lineId !== '' ? `/line/${encodeURIComponent(lineId)}` : ''
}

/** Sends a call and returns the bare response; throws CallError `no_answer` or `aborted`. */
export async function sendRequest(
  route: AnyRoute,
  parts: CallParts,
  options: RequestOptions,
): Promise<Response> {
  const { token } = useSession.getState()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS)
  const address = pageBase() + addressOf(route, parts, baseAddressFor(route, options.baseAddress))
  const noted = noteStart(route.method, address)
  try {
    const response = await fetch(address, {
      method: route.method,
      headers: headersOf(route, token, useSettings.getState().language),
      body: route.method === 'POST' ? bodyOf(route, parts, options.text ?? '') : undefined,
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive: options.outlivesPage === true,
    })
    noteResponse(noted, response)
    return response
  } catch (cause) {
    noteLost(noted)
    throw lostAnswer(cause, options.signal)
  }
}
