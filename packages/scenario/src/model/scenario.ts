/** JSON; 64-bit numbers are text. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export type TestOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'exists' | 'missing'

/**
 * One comparison. An operand that begins with `$` is a path into the last frame that came; other text may hold
 * `{{name}}`. `$$` at the beginning stands for a plain `$`.
 */
export interface Test {
  left: Json
  is: TestOperator
  /** Absent for `exists` and `missing`. */
  right?: Json
}

/** Opens the game with a signed Enter; does nothing on a connection that has entered. */
export interface EnterStep {
  do: 'enter'
  deviceId?: string
  ver?: string
  timeoutMs?: number
}
/** Sends a command and waits for its reply. */
export interface SendStep {
  do: 'send'
  /** Name of the command or of its request message, or the number as text. */
  message: string
  body: Json
  timeoutMs?: number
  /** Status the reply must have; absent: 0. */
  status?: number | 'any'
}
/** Waits for a push; one that came since the last command was sent counts too. */
export interface WaitStep {
  do: 'wait'
  message: string
  where?: Test[]
  timeoutMs?: number
}
export interface AssertStep {
  do: 'assert'
  /** All must hold. */
  that: Test[]
  text?: string
}
export interface SetStep {
  do: 'set'
  name: string
  value: Json
}
/** Keeps a value of the last frame that came. */
export interface ExtractStep {
  do: 'extract'
  name: string
  path: string
}
export interface LoopStep {
  do: 'loop'
  /** A number, or text with `{{name}}`. */
  times: number | string
  /** Looked at before each round. */
  while?: Test[]
  steps: Step[]
}
export interface RandomStep {
  do: 'random'
  ways: { weight: number; steps: Step[] }[]
}
export interface BranchStep {
  do: 'branch'
  if: Test[]
  yes: Step[]
  no: Step[]
}
export interface SleepStep {
  do: 'sleep'
  ms: number
  /** A random time between both. */
  upToMs?: number
}
/** Goes through a part of this scenario, or another saved scenario that was linked in. */
export interface CallStep {
  do: 'call'
  name: string
}
/** Closes the connection; the next command opens it again. */
export interface LeaveStep {
  do: 'leave'
}
export interface NoteStep {
  do: 'note'
  text: string
}

export type Step =
  | EnterStep
  | SendStep
  | WaitStep
  | AssertStep
  | SetStep
  | ExtractStep
  | LoopStep
  | RandomStep
  | BranchStep
  | SleepStep
  | CallStep
  | LeaveStep
  | NoteStep

export interface Scenario {
  version: 1
  name: string
  /** Values to begin with; those of the environment come over them. */
  vars: Record<string, Json>
  steps: Step[]
  /** Lists of steps that `call` goes through, by their names. */
  parts: Record<string, Step[]>
}

/** Variables every run has: number of the client, of its pass, of the round in a loop, and a random number. */
export const BUILT_IN = ['bot', 'pass', 'round', 'random', 'status', 'ms'] as const
