import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { AppError, coreErrors } from '@qd/contract-kit'
import { languageOf } from '@qd/i18n'
import { failureOf } from '../serve/envelope.ts'
import type { Texts } from '../texts/texts.ts'
import { ANSWER_HEADER_LINES } from './answer-headers.ts'

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers bytes that never became a request, with the envelope; logs nothing, since they may hold a password. */
export function answerBrokenRequest(texts: Texts, requestId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400
    const failure = failureOf(
      new AppError(coreErrors.invalid_request),
      texts,
      languageOf(undefined),
      requestId(),
    )
    const body = JSON.stringify({ ...failure, status })
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...ANSWER_HEADER_LINES,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}
