import { parseJsonText } from '@qd/canonical-json'
import { bytesOfHex } from './ciphers.ts'
import type { FieldValue, FrameDescriptor, OpeningStep } from './frame-descriptor.ts'
import type { Frame } from './frame.ts'

type SendStep = Extract<OpeningStep, { send: object }>['send']
type WaitStep = Extract<OpeningStep, { wait: object }>['wait']
type Path = readonly (string | number)[]

/** Names a game may give to its commands, as many and as long as those of a layout. */
const MAX_ROUTES = 10_000
const MAX_ROUTE_CHARACTERS = 255
const MAX_COMMAND = 0xff_ff_ff_ff
/** Between two heartbeats; a game that says less than the first would have the console flood it. */
const MIN_BEAT_SECONDS = 1
const MAX_BEAT_SECONDS = 3_600
const SHOWN_CHARACTERS = 100

/** The game does not open, or says what nobody can read. */
export class OpeningRefused extends Error {}

/** What an opening told of the connection. */
export interface Opened {
  /** 0: the game wants no heartbeat. Absent: it said nothing, the layout's own counts. */
  heartbeatSeconds?: number
  /** Commands by the texts they travel as, and their numbers on this connection. */
  routes?: ReadonlyMap<string, number>
}

type OpeningFrame = Pick<Frame, 'cmd' | 'body'> & { fields?: Record<string, FieldValue> }

function bytesOf({ json, hex = '' }: SendStep): Uint8Array {
  if (json !== undefined) return new TextEncoder().encode(JSON.stringify(json))
  return bytesOfHex(hex)
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** For a person to read: what a game says may be as long and as deep as it likes. */
function shown(value: unknown): string {
  if (value === undefined) return '–'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_CHARACTERS)) : String(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

function secondsOf(value: unknown): number {
  if (value === undefined || value === null || value === 0) return 0
  if (typeof value === 'number' && value > 0 && value <= MAX_BEAT_SECONDS)
    return Math.max(MIN_BEAT_SECONDS, value)
  throw new OpeningRefused(`heartbeat ${shown(value)}`)
}

function routesOf(value: unknown): ReadonlyMap<string, number> {
  if (value === undefined || value === null) return new Map()
  const entries = typeof value === 'object' ? Object.entries(value) : []
  const isRoute = ([text, number]: [string, unknown]) =>
    text.length <= MAX_ROUTE_CHARACTERS &&
    Number.isInteger(number) &&
    (number as number) >= 0 &&
    (number as number) <= MAX_COMMAND
  const isTable = typeof value === 'object' && entries.length <= MAX_ROUTES && entries.every(isRoute)
  if (!isTable) throw new OpeningRefused('routes')
  return new Map(entries as [string, number][])
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return parseJsonText(new TextDecoder().decode(body))
  } catch {
    throw new OpeningRefused('no JSON')
  }
}

/**
 * What client and game say to each other before the first command, by the layout: gives what is to be sent, and takes each
 * frame of the game until it is done.
 */
export class Opening {
  readonly #steps: readonly OpeningStep[]
  #at = 0
  readonly opened: Opened = {}

  constructor({ opening = [] }: Pick<FrameDescriptor, 'opening'>) {
    this.#steps = opening
  }

  get isDone(): boolean {
    return this.#at >= this.#steps.length
  }

  /** Frames to send now, up to where the game is waited for. */
  next(): OpeningFrame[] {
    const frames: OpeningFrame[] = []
    for (
      let step = this.#steps[this.#at];
      step !== undefined && 'send' in step;
      step = this.#steps[this.#at]
    ) {
      const { cmd = 0, fields } = step.send
      frames.push({ cmd, body: bytesOf(step.send), ...(fields === undefined ? {} : { fields }) })
      this.#at += 1
    }
    return frames
  }

  /** Whether it was the frame that was waited for; throws OpeningRefused where it says that the game does not open. */
  take(frame: Pick<Frame, 'cmd' | 'fields' | 'body'>): boolean {
    const step = this.#steps[this.#at]
    if (step === undefined || !('wait' in step) || !isAwaited(step.wait, frame)) return false
    try {
      this.#read(step.wait, frame.body)
    } catch (cause) {
      // It came over a socket: whatever is wrong with it ends this way in, and nothing else.
      throw cause instanceof OpeningRefused ? cause : new OpeningRefused('cannot be read', { cause })
    }
    this.#at += 1
    return true
  }

  #read({ ok, heartbeat, routes }: WaitStep, body: Uint8Array): void {
    if (!ok && !heartbeat && !routes) return
    const json = jsonOf(body)
    if (ok) {
      const said = valueAt(json, ok.path)
      if (!ok.is.some((each) => each === said))
        throw new OpeningRefused(`${ok.path.join('.')} ${shown(said)}`)
    }
    if (heartbeat) this.opened.heartbeatSeconds = secondsOf(valueAt(json, heartbeat))
    if (routes) this.opened.routes = routesOf(valueAt(json, routes))
  }
}

function isAwaited({ cmd, fields = {} }: WaitStep, frame: Pick<Frame, 'cmd' | 'fields'>): boolean {
  if (cmd !== undefined && cmd !== frame.cmd) return false
  return Object.entries(fields).every(([label, value]) => String(frame.fields?.[label]) === String(value))
}
