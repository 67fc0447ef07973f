import { readEnvelope } from '@qd/contract-kit'
import type { Envelope } from '@qd/contract-kit'
import { lostAnswer } from './answer-failure.ts'
import { noteAnswer } from './call-log.ts'

export interface Answer {
  httpStatus: number
  text: string
  envelope: Envelope | null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // A proxy's page is no JSON; the caller reports it with its status and text (S8.04).
    return null
  }
}

/** Reads a body to its end; one that breaks off is no answer, like none at all (S8.04). */
export async function bodyOf<T>(
  response: Response,
  read: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    noteAnswer(response, { httpStatus: 0, size: 0 })
    throw lostAnswer(cause, signal)
  }
}

/** Reads any body, a blob included, as text and looks for the envelope in it (S8.02). */
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<Answer> {
  const text = await bodyOf(response, () => response.text(), signal)
  const envelope = readEnvelope(parse(text))
  noteAnswer(response, { httpStatus: response.status, size: text.length, requestId: envelope?.requestId })
  return { httpStatus: response.status, text, envelope }
}
