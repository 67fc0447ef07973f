import { kitText } from '@qd/web-base'
import { CallError } from '@qd/web-base'
import type { Answer } from './read-answer.ts'

const SHOWN_CHARACTERS = 300

/** What a proxy or another server says about itself: its page as plain text, short enough to read (S8.04). */
function shownBody(text: string): string {
  const isPage = /^\s*<(?:!doctype|html|head|body|h\d|center|p|pre)\b/i.test(text)
  const plain = isPage
    ? text.replaceAll(/<(head|script|style)\b.*?(?:<\/\1>|$)/gis, ' ').replaceAll(/<[^>]*>/g, ' ')
    : text
  const line = [...plain.replaceAll(/\s+/g, ' ').trim()]
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).join('')}…` : line.join('')
}

/** Answers of a route are envelopes, whatever the route gives; anything else came from somewhere on the way. */
export function failureOf({ envelope, httpStatus, text }: Answer): CallError | null {
  if (envelope === null) {
    const message = `${kitText('call.connectionError')}${httpStatus} ${shownBody(text)}`.trim()
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

/** No whole answer came: the connection failed or broke off, the time was over, or the caller gave up. */
export function lostAnswer(cause: unknown, signal: AbortSignal | undefined): CallError {
  const isAborted = signal?.aborted === true
  const message = isAborted ? 'aborted' : kitText('call.noAnswer')
  return new CallError({ code: isAborted ? 'aborted' : 'no_answer', message, cause })
}
