import type { Json } from '../model/scenario.ts'

/* What a run is told and what it answers: the words between it and whoever runs it. */

/** A frame that came, as the program sees it; `read` decodes its body, and is called only where a step looks at it. */
export interface CameIn {
  status: number
  read(): Json
}

/** What happens to a run. `reply` answers its last `enter` or `send`. */
export type RunEvent =
  | { kind: 'start' }
  | ({ kind: 'reply' } & CameIn)
  | ({ kind: 'push'; cmd: number } & CameIn)
  /** Time has gone by, maybe up to `wakeAtMs`. */
  | { kind: 'time' }
  /** The connection ended, or could not be opened. */
  | { kind: 'lost'; why: string }
  /** What was to be sent could not be. */
  | { kind: 'refused'; why: string }

export type FailureCode =
  | 'timeout'
  | 'status'
  | 'assert'
  | 'no_value'
  | 'unknown_variable'
  | 'too_large'
  | 'not_a_number'
  | 'unreadable'
  | 'lost'
  | 'refused'
  | 'too_many_steps'
  | 'too_long'

export interface RunFailure {
  code: FailureCode
  /** Which step, as people count. */
  step: string
  /** What it was about: a status with the game's own code, a comparison, a name. */
  text: string
}

/** What whoever runs it has to do. `dueMs`: when it was meant to happen, before anything was late. */
export type RunAction =
  | { do: 'enter'; deviceId: string; ver: string; dueMs: number; label: string; keeps: boolean }
  | { do: 'send'; cmd: number; body: Json; isFixed: boolean; dueMs: number; label: string; keeps: boolean }
  | { do: 'leave' }
  | { do: 'done'; failure: RunFailure | null }

export interface RunVars {
  bot: number
  pass: number
  seed: number
  /** Values that come over those of the scenario. */
  env?: Readonly<Record<string, Json>>
}

/** Ends a pass, with what it is reported as. */
export class Failed extends Error {
  readonly code: FailureCode
  readonly text: string

  constructor(code: FailureCode, text: string) {
    super(text)
    this.code = code
    this.text = text
  }
}

/** The body of a frame, read now. */
export function bodyOf(from: CameIn): Json {
  try {
    return from.read()
  } catch (error) {
    throw new Failed('unreadable', error instanceof Error ? error.message : String(error))
  }
}

function refusalText(status: number, body: Json): string {
  const code = body !== null && typeof body === 'object' && !Array.isArray(body) ? body['code'] : undefined
  return code === undefined ? String(status) : `${status}/${String(code).slice(0, 40)}`
}

/** A status with the game's own code, where its body can be read. */
export function refusalOf(reply: CameIn): string {
  try {
    return refusalText(reply.status, reply.read())
  } catch {
    return String(reply.status)
  }
}
