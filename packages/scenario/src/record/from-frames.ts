import { pathBelow } from '../model/json-path.ts'
import type { Json, Scenario, Step } from '../model/scenario.ts'
import { BUILT_IN } from '../model/scenario.ts'

/** A frame of a time line; `body` null: it could not be read. */
export interface RecordedFrame {
  direction: 'request' | 'reply' | 'push'
  cmd: number
  seq: number
  status: number
  /** Name of the message; empty: unknown. */
  message: string
  body: Json
  atMs: number
}

/** A literal that came in an earlier reply: better a variable than the value of the day it was recorded. */
export interface VariableProposal {
  name: string
  value: Json
  /** Index of the recorded frame and the path in it where the value came from. */
  from: { frame: number; path: string }
  /** Where it was sent. */
  used: { frame: number; path: string }[]
}

export interface FromFramesOptions {
  name: string
  /**
   * The command of Enter; its request is not copied, because its hash is signed for each run. A recording that began after
   * Enter gets the step all the same. Absent: there is none.
   */
  enterCmd?: number
  /** Commands that are left out, like the heartbeat. */
  leaveOut?: readonly number[]
  /** `as_recorded` keeps the pauses between requests. */
  pace?: 'none' | 'as_recorded'
}

export interface Recording {
  scenario: Scenario
  proposals: VariableProposal[]
}

const MOST_PROPOSALS = 100
const MOST_VALUES = 50_000
/** A pause shorter than this is how long a client takes anyway. */
const LEAST_PAUSE_MS = 50
const MOST_PAUSE_MS = 600_000

function* leaves(value: Json, path: string): Generator<{ path: string; value: Json; key: string }> {
  const open: { value: Json; path: string; key: string }[] = [{ value, path, key: '' }]
  while (open.length > 0) {
    const next = open.pop()!
    if (next.value === null || typeof next.value !== 'object') yield next
    else if (Array.isArray(next.value)) {
      for (const [index, each] of next.value.entries())
        open.push({ value: each, path: pathBelow(next.path, index), key: next.key })
    } else {
      for (const [key, each] of Object.entries(next.value))
        open.push({ value: each, path: pathBelow(next.path, key), key })
    }
  }
}

/** Whether a value says which thing is meant: not a count, a flag or a small number. */
function isIdLike(value: Json, key: string): boolean {
  const isNamed = /(?:id|token|key|ticket|session|uuid|sn|code)$/i.test(key)
  if (typeof value === 'number') return Number.isInteger(value) && (value > 9_999 || (isNamed && value > 9))
  if (typeof value !== 'string' || value === '') return false
  if (/^\d+$/.test(value)) return value.length > 4 || (isNamed && value.length > 1)
  return value.length >= 8 || (isNamed && value.length >= 4)
}

function freeName(key: string, taken: ReadonlySet<string>): string {
  const clean = key.replace(/[^\p{L}\p{N}_]/gu, '').replace(/^\p{N}+/u, '') || 'value'
  const isFree = (name: string) => !taken.has(name) && !(BUILT_IN as readonly string[]).includes(name)
  let name = clean
  for (let n = 2; !isFree(name); n += 1) name = `${clean}${n}`
  return name
}

interface Found {
  came: Map<string, { frame: number; path: string; key: string }>
  proposals: Map<string, VariableProposal>
  taken: Set<string>
}

/** Remembers where values of a reply first stood. */
function hearReply({ came }: Found, body: Json, frame: number): void {
  for (const { path, value, key } of leaves(body, '$')) {
    if (came.size < MOST_VALUES && isIdLike(value, key) && !came.has(String(value)))
      came.set(String(value), { frame, path, key })
  }
}

function proposalFor(
  { came, proposals, taken }: Found,
  value: Json,
  key: string,
): VariableProposal | undefined {
  const from = isIdLike(value, key) ? came.get(String(value)) : undefined
  const known = proposals.get(String(value))
  if (from === undefined || known !== undefined || proposals.size >= MOST_PROPOSALS) return known
  const name = freeName(from.key || key, taken)
  taken.add(name)
  const proposal = { name, value, from: { frame: from.frame, path: from.path }, used: [] }
  proposals.set(String(value), proposal)
  return proposal
}

/** Values of replies that are sent back later. */
function propose(frames: readonly RecordedFrame[], skipped: ReadonlySet<number>): VariableProposal[] {
  const found: Found = { came: new Map(), proposals: new Map(), taken: new Set() }
  for (const [frame, { direction, cmd, body, status }] of frames.entries()) {
    if (direction === 'reply' && status === 0 && body !== null) hearReply(found, body, frame)
    if (direction !== 'request' || skipped.has(cmd) || body === null) continue
    for (const { path, value, key } of leaves(body, '$'))
      proposalFor(found, value, key)?.used.push({ frame, path })
  }
  return [...found.proposals.values()]
}

function replaced(value: Json, path: string, names: ReadonlyMap<string, string>): Json {
  const name = names.get(path)
  if (name !== undefined) return `{{${name}}}`
  if (Array.isArray(value)) return value.map((each, index) => replaced(each, pathBelow(path, index), names))
  if (value === null || typeof value !== 'object') {
    // A recorded text is a literal: it must not become a variable by its looks.
    return typeof value === 'string' ? value.replaceAll('{{', '{ {') : value
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, replaced(each, pathBelow(path, key), names)]),
  )
}

function pauseBefore(frame: RecordedFrame, before: RecordedFrame | undefined, pace: string): Step[] {
  const ms = before === undefined ? 0 : Math.round(frame.atMs - before.atMs)
  return pace === 'as_recorded' && ms >= LEAST_PAUSE_MS
    ? [{ do: 'sleep', ms: Math.min(ms, MOST_PAUSE_MS) }]
    : []
}

function extracts(reply: number, proposals: readonly VariableProposal[]): Step[] {
  return proposals.flatMap(({ name, from }) =>
    from.frame === reply ? [{ do: 'extract' as const, name, path: from.path }] : [],
  )
}

function sendStep(
  frame: RecordedFrame,
  {
    index,
    reply,
    proposals,
  }: { index: number; reply: RecordedFrame | undefined; proposals: readonly VariableProposal[] },
): Step {
  const names = new Map(
    proposals.flatMap(({ name, used }) =>
      used.flatMap((each) => (each.frame === index ? [[each.path, name] as const] : [])),
    ),
  )
  return {
    do: 'send',
    message: String(frame.cmd),
    body: frame.body === null ? {} : replaced(frame.body, '$', names),
    ...(reply === undefined || reply.status === 0 ? {} : { status: reply.status }),
  }
}

/**
 * Turns recorded frames into a scenario that does the same, with the proposals taken that are given; without them all
 * are. Give the proposals that people kept to make the scenario again.
 */
export function fromFrames(
  frames: readonly RecordedFrame[],
  { name, enterCmd, leaveOut = [], pace = 'none' }: FromFramesOptions,
  taken?: readonly VariableProposal[],
): Recording {
  const skipped = new Set([...leaveOut, ...(enterCmd === undefined ? [] : [enterCmd])])
  const proposals = propose(frames, skipped)
  const used = taken ?? proposals
  const replies = new Map<number, number>()
  for (const [index, { direction, seq }] of frames.entries()) {
    if (direction === 'reply' && !replies.has(seq)) replies.set(seq, index)
  }
  const hasEnter = frames.some(({ direction, cmd }) => direction === 'request' && cmd === enterCmd)
  const steps: Step[] = enterCmd === undefined || hasEnter ? [] : [{ do: 'enter' }]
  let before: RecordedFrame | undefined
  for (const [index, frame] of frames.entries()) {
    if (frame.direction !== 'request' || leaveOut.includes(frame.cmd)) continue
    steps.push(...pauseBefore(frame, before, pace))
    before = frame
    const replyAt = replies.get(frame.seq) ?? -1
    const reply = frames[replyAt]
    if (frame.cmd === enterCmd) steps.push({ do: 'enter' })
    else {
      if (frame.message !== '') steps.push({ do: 'note', text: frame.message })
      steps.push(sendStep(frame, { index, reply, proposals: used }))
    }
    steps.push(...extracts(replyAt, used))
  }
  return { scenario: { version: 1, name, vars: {}, steps, parts: {} }, proposals }
}
