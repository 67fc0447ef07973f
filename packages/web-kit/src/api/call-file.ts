import type { AnyRoute, RouteArgs } from '@qd/contract-kit'
import { kitText } from '../i18n/kit-text.ts'
import { CallError } from './call-error.ts'
import { noteAnswer } from './call-log.ts'
import { settleFailure } from './call.ts'
import type { CallOptions } from './call.ts'
import { readAnswer } from './read-answer.ts'
import { sendRequest } from './send-request.ts'

/** Calls a route that answers a file; a failure's body is read as text for its message (S8.02). */
export async function callFile<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  options: CallOptions = {},
): Promise<Blob> {
  try {
    const response = await sendRequest(route, args as object, options)
    if (response.ok && response.headers.get('content-type')?.includes('json') !== true) {
      const file = await response.blob()
      noteAnswer(response, { httpStatus: response.status, size: file.size })
      return file
    }
    const { envelope, httpStatus, text } = await readAnswer(response)
    if (envelope !== null && envelope.status === 0) return new Blob([text], { type: 'application/json' })
    throw new CallError({
      code: envelope?.err?.code ?? 'transport',
      message: envelope?.msg ?? `${kitText('call.connectionError')}${httpStatus}${text}`,
      httpStatus,
      envelope: envelope ?? undefined,
    })
  } catch (error) {
    if (error instanceof CallError) settleFailure(error, options)
    throw error
  }
}
