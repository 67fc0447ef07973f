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

/** The body of an answer within its limits; whoever stops reading destroys it, which frees the connection. */
export function answerBody(answer: IncomingMessage, parts: AnswerParts): Readable {
  const { maxBytes, idleMs, ending, asFault } = parts
  let bytes = 0
  let stopWaiting = () => undefined as void
  const body = new Readable({
    read() {
      stopWaiting()
      stopWaiting = ending.after(idleMs, 'timeout', 'no byte in time')
      answer.resume()
    },
    destroy(error, done) {
      stopWaiting()
      ending.signal.removeEventListener('abort', giveUp)
      if (!answer.readableEnded) answer.destroy()
      parts.onClose()
      done(error)
    },
  })
  const giveUp = () => body.destroy(ending.fault)
  const cut = () => body.destroy(asFault(new DialError('cut', 'answer ended early')))
  ending.signal.addEventListener('abort', giveUp, { once: true })
  // An answer that nobody reads may end by its time; that must not end the process.
  body.on('error', () => undefined)
  answer.pause()
  answer.on('data', (piece: Buffer) => {
    stopWaiting()
    bytes += piece.length
    if (bytes > maxBytes) {
      body.destroy(new DialError('too_large', `answer is larger than ${maxBytes} bytes`))
    } else if (!body.push(piece)) answer.pause()
  })
  answer.on('end', () => (answer.complete ? body.push(null) : cut()))
  answer.on('error', cut)
  answer.on('close', () => answer.readableEnded || cut())
  return body
}
