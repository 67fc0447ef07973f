import type { AnyRoute, RouteArgs } from '@qd/contract-kit'
import { confirmFirst } from '../confirmation/confirm-first.ts'
import { failureOf } from './answer-failure.ts'
import { CallError } from '@qd/web-base'
import { noteAnswer } from './call-log.ts'
import { settleFailure } from './call.ts'
import type { CallOptions } from './call.ts'
import { bodyOf, readAnswer } from './read-answer.ts'
import { rightsVersion } from './refused-rights.ts'
import { sendRequest } from './send-request.ts'
import { endingWithSession } from './session-signal.ts'

function isFile(response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return response.ok && !/json|html/i.test(type)
}

async function receive(route: AnyRoute, parts: object, options: CallOptions): Promise<Blob> {
  const response = await sendRequest(route, parts, options)
  if (isFile(response)) {
    const file = await bodyOf(response, () => response.blob(), options.signal)
    noteAnswer(response, { httpStatus: response.status, size: file.size })
    return file
  }
  const answer = await readAnswer(response, options.signal)
  const failure = failureOf(answer)
  if (failure !== null) throw failure
  return new Blob([answer.text], { type: 'application/json' })
}

/** Calls a route that answers a file; a failure's body is read as text for its message (S8.02). */
export async function callFile<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  given: CallOptions,
): Promise<Blob> {
  const asked = rightsVersion()
  const options = endingWithSession(given)
  try {
    const send = (parts: object) => receive(route, parts, options)
    return await confirmFirst(route, args as RouteArgs<R> & object, send, options)
  } catch (error) {
    if (error instanceof CallError) settleFailure(error, { route, options, asked })
    throw error
  }
}
