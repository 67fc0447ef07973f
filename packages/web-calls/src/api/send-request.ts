import type { AnyRoute, PlaceRef } from '@qd/contract-kit'
import { pageBase } from '@qd/web-base'
import { useSession } from '@qd/web-base'
import { useSettings } from '@qd/web-base'
import { addressOf, bodyOf, headersOf } from './build-request.ts'
import type { CallParts } from './build-request.ts'
import { lostAnswer } from './answer-failure.ts'
import { takeEarly } from './early-answer.ts'
import { noteLost, noteResponse, noteStart } from './call-log.ts'

/** S9.01. */
export const CALL_TIMEOUT_MS = 90_000

export interface RequestOptions {
  signal?: AbortSignal
  /** For a route with `textLimit`: what it takes beside `body`; for one with `bytesLimit`: its bytes. */
  text?: string | Blob
  /** How long the answer may take, files included; default 90 s (S9.01). */
  timeoutMs?: number
  /** Where a call to a game server goes, when what it carries does not say it: its line stands before the path. */
  at?: PlaceRef
  /** Goes on when the session ends here and the page is left: the sign-out itself. */
  outlivesPage?: boolean
}

/** `/line/{lineId}` before the path of a call to a game server; empty without a place. */
function baseAddressOf(route: AnyRoute, at: PlaceRef | undefined): string {
  return at === undefined || !route.path.startsWith('/adjust/')
    ? ''
    : `/line/${encodeURIComponent(at.lineId)}`
}

/** Sends a call and returns the bare response; throws CallError `no_answer` or `aborted`. */
export async function sendRequest(
  route: AnyRoute,
  parts: CallParts,
  options: RequestOptions,
): Promise<Response> {
  const { token } = useSession.getState()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS)
  const address = pageBase() + addressOf(route, parts, baseAddressOf(route, options.at))
  const body = route.method === 'POST' ? bodyOf(route, parts, options.text ?? '') : undefined
  const { language } = useSettings.getState()
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
  const noted = noteStart(route.method, address)
  const send = () =>
    fetch(address, {
      method: route.method,
      headers: headersOf(route, token, language),
      body,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive: options.outlivesPage === true,
    })
  try {
    const asked = { method: route.method, url: address, body, language, token }
    const response = await (takeEarly(asked, signal) ?? send())
    noteResponse(noted, response)
    return response
  } catch (cause) {
    noteLost(noted)
    throw lostAnswer(cause, options.signal)
  }
}
