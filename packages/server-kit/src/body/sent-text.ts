import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BodyRules } from '@qd/contract-kit'
import type { BodyHold } from './body-share.ts'
import type { BodyPace } from './body-pace.ts'
import { BodyPieces } from './body-pieces.ts'
import { bodyTooLarge, textTooLarge } from './check-headers.ts'
import { HeldBytes } from './held-bytes.ts'
import { parseJson } from './parse-json.ts'
import { splitLines } from './split-lines.ts'
import { decodeText } from './decode-text.ts'

export interface TextReading {
  readonly rules: BodyRules
  readonly hold: BodyHold
  readonly pace: BodyPace
  readonly isPublic: boolean
}

/** A body of type `text/plain`: JSON in its first line, below it text that is read once, piece by piece. */
export class SentText {
  readonly #rules: BodyRules
  readonly #hold: BodyHold
  readonly #pieces: BodyPieces
  /** What came in one piece with the end of the first line. */
  #first: Buffer | null = null
  #textBytes = 0

  constructor(source: Readable, { rules, hold, pace, isPublic }: TextReading) {
    this.#rules = rules
    this.#hold = hold
    this.#pieces = new BodyPieces(source, { pace, isPublic }, () => hold.release())
  }

  /** The JSON of the first line; undefined for an empty one. */
  async head(): Promise<unknown> {
    const line = new HeldBytes()
    for (let piece = await this.#pieces.next(); piece !== null; piece = await this.#pieces.next()) {
      const end = piece.indexOf(0x0a)
      const part = end === -1 ? piece : piece.subarray(0, end)
      if (line.length + part.length > this.#rules.bytes) throw bodyTooLarge(this.#rules.bytes)
      line.add(part)
      this.#hold.resize(line.length)
      if (end === -1) continue
      this.#first = piece.subarray(end + 1)
      break
    }
    const value = parseJson(line.whole(), this.#rules)
    this.#hold.release()
    return value
  }

  /**
   * The text in pieces as they come, without a byte order mark; none is asked for before the last one was worked on.
   * Throws `body_too_large`, `body_too_slow`, `body_no_text`, and `invalid_request` when the sender is gone.
   */
  async *pieces(): AsyncGenerator<string, void> {
    try {
      yield* decodeText(this.#counted())
    } finally {
      this.#hold.release()
    }
  }

  /** Its lines, as many as have come, in the order of the text; the last may be empty. */
  lines(): AsyncGenerator<readonly string[], void> {
    return splitLines(this.pieces(), (characters) => this.keeps(characters))
  }

  /** Counts text that its reader has to keep for a while against the share of bodies in flight. */
  keeps(characters: number): void {
    this.#hold.resize(characters)
  }

  /** What comes below the first line, as far as the limit allows. */
  async *#counted(): AsyncGenerator<Buffer, void> {
    const limit = this.#rules.textBytes ?? 0
    let piece = this.#first
    this.#first = null
    for (piece ??= await this.#pieces.next(); piece !== null; piece = await this.#pieces.next()) {
      this.#textBytes += piece.length
      if (this.#textBytes > limit) throw textTooLarge(limit)
      yield piece
      // What has come already would be handed on in one go.
      await nextTurn()
    }
  }
}
