import { bytesOfHex, keyProblem, newBodyCipher } from './ciphers.ts'
import type { BodyCipher } from './ciphers.ts'
import { compress, inflate, InflatesTooFar, looksCompressed } from './compression.ts'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import type { FrameCompression, FrameDescriptor, FrameDirection } from './frame-descriptor.ts'
import type { DecodedFrame, Frame, FrameFault } from './frame.ts'
import type { HeaderLayout } from './header-layout.ts'
import { BadMessage } from './proto-fields.ts'

const DEFAULT_OVER = 1024
/** What the frames of one chunk may inflate to together, as a multiple of the greatest frame, and at least. */
const CHUNK_FRAMES = 4
const LEAST_CHUNK_BYTES = 16 * 1024 * 1024

/** The key of the cipher of one connection, which both directions use. */
export class CipherKeys {
  readonly #descriptor: FrameDescriptor
  #key: Uint8Array | null = null
  /** Grows with each new key, so that streams begin again. */
  version = 0

  constructor(descriptor: FrameDescriptor) {
    this.#descriptor = descriptor
    const key = descriptor.cipher?.key
    if (key && 'hex' in key) this.set(bytesOfHex(key.hex))
    if (key && 'text' in key) this.set(new TextEncoder().encode(key.text))
  }

  /** Throws RangeError for a key that does not fit the cipher, and for a layout that has none. */
  set(key: Uint8Array): void {
    const { cipher } = this.#descriptor
    if (!cipher) throw new RangeError('the layout has no cipher')
    const problem = keyProblem(cipher, key)
    if (problem !== null) throw new RangeError(problem)
    this.#key = key.slice()
    this.version += 1
  }

  newCipher(): BodyCipher | null {
    const { cipher } = this.#descriptor
    return cipher && this.#key ? newBodyCipher(cipher, this.#key) : null
  }
}

/** Turns bodies into what travels and back, in order: envelope, compression, cipher. One for each way of each direction. */
export class BodyPipe {
  readonly #descriptor: FrameDescriptor
  readonly #layout: HeaderLayout
  readonly #keys: CipherKeys
  readonly #direction: FrameDirection
  #cipher: BodyCipher | null = null
  #version = -1
  #inflatable = Infinity

  constructor(descriptor: FrameDescriptor, layout: HeaderLayout, keys: CipherKeys) {
    this.#descriptor = descriptor
    this.#layout = layout
    this.#keys = keys
    this.#direction = layout.direction
  }

  /** A chunk begins: all its frames are held at once, so what they inflate to is bounded together. */
  begin(): void {
    this.#inflatable = Math.max(this.#descriptor.maxFrameBytes * CHUNK_FRAMES, LEAST_CHUNK_BYTES)
  }

  seal(frame: Frame): { body: Uint8Array; flag: { mask: number; isSet: boolean } } {
    const { envelope, maxFrameBytes } = this.#descriptor
    let body = envelope ? sealEnvelope(frame, envelope, this.#layout) : frame.body
    if (body.length > maxFrameBytes) {
      throw new RangeError(`frame of ${body.length} bytes is over the limit of ${maxFrameBytes}`)
    }
    const compression = this.#compression()
    const isCompressed = compression !== null && this.#mustCompress(compression, body)
    if (isCompressed) body = compress(compression.kind, body)
    const cipher = this.#cipherFor(frame.cmd)
    if (cipher) body = cipher.seal(body)
    return { body, flag: { mask: compression?.flag ?? 0, isSet: isCompressed } }
  }

  /** Makes the body readable in place; what cannot be read stays as it travelled, with the problem beside it. */
  open(frame: DecodedFrame, flags: number, bodyAt: number): void {
    const { envelope } = this.#descriptor
    const fail = (fault: FrameFault, reason: string, at = bodyAt) => {
      frame.problem = { fault, offset: frame.offset + at, reason }
    }
    const cipher = this.#cipherFor(frame.cmd)
    if (cipher && (frame.body.length > 0 || this.#descriptor.cipher?.iv !== 'prefix')) {
      try {
        frame.body = cipher.open(frame.body)
      } catch (error) {
        fail('bad_cipher', `the body cannot be deciphered: ${textOf(error)}`)
        return
      }
    }
    if (!this.#inflate(frame, flags, fail) || !envelope) return
    const travelled = frame.body
    const isPlain = travelled.buffer === frame.raw.buffer
    try {
      openEnvelope(frame, envelope, this.#layout)
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error
      frame.body = travelled
      fail('bad_envelope', `the envelope cannot be read: ${error.message}`, bodyAt + (isPlain ? error.at : 0))
    }
  }

  #inflate(frame: DecodedFrame, flags: number, fail: (fault: FrameFault, reason: string) => void): boolean {
    const compression = this.#compression()
    if (compression === null) return true
    const { kind, flag } = compression
    const isMarked = flag !== undefined && (flags & flag) !== 0
    if (flag === undefined ? !looksCompressed(kind, frame.body) : !isMarked) return true
    if (this.#inflatable <= 0) {
      fail('inflates_too_far', 'the frames of this chunk inflate to too many bytes together')
      return false
    }
    try {
      const most = Math.min(this.#descriptor.maxFrameBytes, this.#inflatable)
      frame.body = inflate(kind, frame.body, most)
      this.#inflatable -= frame.body.length
      return true
    } catch (error) {
      if (error instanceof InflatesTooFar) this.#inflatable -= this.#descriptor.maxFrameBytes
      // Without a flag, bytes that only look compressed are a body as they are.
      if (flag === undefined && !(error instanceof InflatesTooFar)) return true
      const fault = error instanceof InflatesTooFar ? 'inflates_too_far' : 'bad_compression'
      fail(fault, `the ${kind} body cannot be inflated: ${textOf(error)}`)
      return false
    }
  }

  #compression(): FrameCompression | null {
    const { compression } = this.#descriptor
    if (!compression) return null
    return (compression.direction ?? this.#direction) === this.#direction ? compression : null
  }

  /** A body that already looks compressed must be, or it would be read as something else. */
  #mustCompress({ kind, flag, over = DEFAULT_OVER }: FrameCompression, body: Uint8Array) {
    return body.length >= over || (flag === undefined && looksCompressed(kind, body))
  }

  #cipherFor(cmd: number): BodyCipher | null {
    const { cipher } = this.#descriptor
    if (!cipher || cipher.clear?.includes(cmd)) return null
    if (this.#version !== this.#keys.version) {
      this.#cipher = this.#keys.newCipher()
      this.#version = this.#keys.version
    }
    return this.#cipher
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
