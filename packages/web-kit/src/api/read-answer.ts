import { readEnvelope } from '@qd/contract-kit'
import type { Envelope } from '@qd/contract-kit'
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

/** Reads any body, a blob included, as text and looks for the envelope in it (S8.02). */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const envelope = readEnvelope(parse(text))
  noteAnswer(response, { httpStatus: response.status, size: text.length, requestId: envelope?.requestId })
  return { httpStatus: response.status, text, envelope }
}
