import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { DialError } from '@qd/game-contract/adapter'
import type { Ending } from '../ending.ts'

export interface AnswerLimits {
  maxBytes: number
  /** While we wait for the other side; a reader may take its time. */
  idleMs: number
}

interface AnswerParts extends AnswerLimits {
  ending: Ending
  asFault(error: Error): DialError
  /** Called once when the answer is read, refused or left. */
  onClose(): void
}

async function* piecesOf(answer: IncomingMessage, parts: AnswerParts): AsyncGenerator<Buffer> {
  const { maxBytes, idleMs, ending, asFault } = parts
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let bytes = 0
  try {
    for (;;) {
      const stop = ending.after(idleMs, 'timeout', 'no byte in time')
      const next = await pieces.next().finally(stop)
      if (next.done === true) break
      bytes += next.value.length
      if (bytes > maxBytes) throw new DialError('too_large', `answer is larger than ${maxBytes} bytes`)
      yield next.value
    }
  } catch (error) {
    throw asFault(error as Error)
  }
  if (!answer.complete) throw new DialError('cut', 'answer ended early')
}

/** The body of an answer within its limits; whoever stops reading destroys it, which frees the connection. */
export function answerBody(answer: IncomingMessage, parts: AnswerParts): Readable {
  const pieces = piecesOf(answer, parts)
  const body = new Readable({
    read() {
      pieces.next().then(
        ({ done, value }) => body.destroyed || body.push(done === true ? null : value),
        (error: Error) => body.destroy(error),
      )
    },
    // At once: a piece that is waited for may never come.
    destroy(error, done) {
      parts.ending.signal.removeEventListener('abort', giveUp)
      if (!answer.readableEnded) answer.destroy()
      parts.onClose()
      done(error)
    },
  })
  const giveUp = () => body.destroy(parts.ending.fault)
  // An answer that nobody reads may end by its time; that must not end the process.
  for (const stream of [answer, body]) stream.on('error', () => undefined)
  parts.ending.signal.addEventListener('abort', giveUp, { once: true })
  return body
}
