import { BodyPipe, CipherKeys } from './body-pipe.ts'
import type { CipherKey, FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import type { DecodedFrame, DecodedFrames, Frame } from './frame.ts'
import { FrameLane } from './frame-lane.ts'
import { layoutOf } from './header-layout.ts'
import type { HeaderLayout } from './header-layout.ts'
import { writeFrame } from './header-writer.ts'
import { valueAtPath } from './value-at-path.ts'

/** Requests whose command is kept until their reply; a game that never answers must not fill the memory. */
const MAX_ASKED = 1024

/** Both directions of one connection: its cipher streams, its key, and the commands its replies belong to. */
export interface Frames {
  /** Bytes of one frame; throws RangeError when it is over the limit or a value does not fit its field. */
  encode(direction: FrameDirection, frame: Frame): Uint8Array
  /** Whole frames as bytes come, in chunks as they come; never throws. */
  push(direction: FrameDirection, chunk: Uint8Array): DecodedFrames
  /** The key for everything after it; throws RangeError for one that does not fit the cipher. */
  setKey(key: Uint8Array): void
  /** Numbers that texts of commands have on this connection, as the game said when it opened; the table does not change. */
  setRoutes(routes: Routes): void
  /** Bytes that wait for the rest of their frame; not 0 at the end of a stream means the last frame was cut. */
  pendingBytes(direction: FrameDirection): number
}

type Routes = ReadonlyMap<string, number>

/** Kept once for each table: connections may share one. */
const textsByNumber = new WeakMap<Routes, ReadonlyMap<number, string>>()

function textsOf(routes: Routes): ReadonlyMap<number, string> {
  const known = textsByNumber.get(routes)
  if (known !== undefined) return known
  const texts = new Map([...routes].map(([text, number]) => [number, text]))
  textsByNumber.set(routes, texts)
  return texts
}

type ReplyKey = Extract<CipherKey, { reply: number }>

class Connection implements Frames {
  readonly #descriptor: FrameDescriptor
  readonly #keys: CipherKeys
  readonly #replyKey: ReplyKey | null
  readonly #lanes: Partial<Record<FrameDirection, FrameLane>> = {}
  readonly #writers: Partial<Record<FrameDirection, { layout: HeaderLayout; pipe: BodyPipe }>> = {}
  /** Commands by sequence, where replies do not say theirs. */
  readonly #asked: Map<number, { cmd: number; route: string | undefined }> | null

  #numbers: Routes | null = null
  #named: ReadonlyMap<number, string> = new Map()

  constructor(descriptor: FrameDescriptor) {
    this.#descriptor = descriptor
    this.#keys = new CipherKeys(descriptor)
    const key = descriptor.cipher?.key
    this.#replyKey = key && 'reply' in key ? key : null
    const reply = layoutOf(descriptor, 'reply')
    const saysCommand = descriptor.envelope || reply.fields.some(({ name, when }) => name === 'cmd' && !when)
    this.#asked = saysCommand ? null : new Map()
    layoutOf(descriptor, 'request')
  }

  encode(direction: FrameDirection, frame: Frame): Uint8Array {
    const { layout, pipe } = (this.#writers[direction] ??= this.#writer(direction))
    const { body, flag } = pipe.seal(frame)
    const bytes = writeFrame(layout, frame, body, flag)
    if (direction === 'request') this.#ask(frame)
    // The game's end uses the key it has just written; a reply without one changes nothing.
    else if (frame.cmd === this.#replyKey?.reply && frame.status === 0)
      this.#setKeyFrom(frame.body, this.#replyKey)
    return bytes
  }

  push(direction: FrameDirection, chunk: Uint8Array): DecodedFrames {
    return (this.#lanes[direction] ??= this.#lane(direction)).push(chunk)
  }

  setKey(key: Uint8Array): void {
    this.#keys.set(key)
  }

  setRoutes(routes: Routes): void {
    this.#named = textsOf(routes)
    this.#numbers = routes
  }

  pendingBytes(direction: FrameDirection): number {
    return this.#lanes[direction]?.pendingBytes ?? 0
  }

  #writer(direction: FrameDirection) {
    const layout = layoutOf(this.#descriptor, direction)
    return { layout, pipe: new BodyPipe(this.#descriptor, layout, this.#keys) }
  }

  #lane(direction: FrameDirection): FrameLane {
    const onFrame = (frame: DecodedFrame, hasCommand: boolean) => {
      if (hasCommand && this.#numbers !== null) this.#name(frame, this.#numbers)
      if (direction === 'request') this.#ask(frame)
      else {
        if (!hasCommand) this.#answer(frame)
        if (this.#replyKey !== null && frame.cmd === this.#replyKey.reply)
          this.#takeKey(frame, this.#replyKey)
      }
    }
    const isNamed = this.#descriptor.opening !== undefined
    const needsLook = this.#asked !== null || this.#replyKey !== null || isNamed
    return new FrameLane({ ...this.#writer(direction), onFrame: needsLook ? onFrame : undefined })
  }

  /** A number of this connection is the command that its text is in the layout; without one it is the command itself. */
  #name(frame: DecodedFrame, numbers: Routes): void {
    const { routeNumbers, routeTexts } = layoutOf(this.#descriptor, 'reply')
    const text = frame.route ?? this.#named.get(frame.cmd)
    if (text === undefined) return
    frame.route = text
    const own = numbers.get(text) ?? 0
    frame.cmd = routeNumbers.get(text) ?? (routeTexts.has(own) ? 0 : own)
  }

  #ask({ seq, cmd, route }: Frame): void {
    if (this.#asked === null || seq === 0) return
    this.#asked.delete(seq)
    this.#asked.set(seq, { cmd, route })
    if (this.#asked.size > MAX_ASKED) this.#asked.delete(this.#asked.keys().next().value!)
  }

  #answer(frame: DecodedFrame): void {
    const asked = frame.seq === 0 ? undefined : this.#asked?.get(frame.seq)
    if (asked === undefined) return
    this.#asked?.delete(frame.seq)
    frame.cmd = asked.cmd
    if (asked.route !== undefined) frame.route = asked.route
  }

  #takeKey(frame: DecodedFrame, key: ReplyKey): void {
    if (frame.status !== 0 || frame.problem) return
    const reason = this.#setKeyFrom(frame.body, key)
    if (reason === null) return
    // A body that was neither ciphered nor packed stands at the end of the frame.
    const offset = frame.offset + Math.max(0, frame.raw.length - frame.body.length)
    frame.problem = { fault: 'bad_key', offset, reason }
  }

  #setKeyFrom(body: Uint8Array, { path }: ReplyKey): string | null {
    try {
      this.#keys.set(valueAtPath(body, path ?? [], this.#descriptor.body ?? 'protobuf'))
      return null
    } catch (error) {
      return `no key: ${error instanceof Error ? error.message : String(error)}`
    }
  }
}

/** Frames of one connection; throws RangeError for a descriptor that cannot frame anything. */
export function openFrames(descriptor: FrameDescriptor): Frames {
  return new Connection(descriptor)
}
