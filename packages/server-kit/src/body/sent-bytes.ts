import type { Readable } from 'node:stream'
import { bodyTooLarge } from './check-headers.ts'
import { BodyPieces } from './body-pieces.ts'
import type { PiecesReading } from './body-pieces.ts'
import type { BodyRules } from '@qd/contract-kit'

/** A body of type `application/octet-stream`: bytes that are read once, piece by piece. */
export class SentBytes {
  readonly #pieces: BodyPieces
  readonly #limit: number

  constructor(source: Readable, reading: PiecesReading & { readonly rules: BodyRules }) {
    this.#limit = reading.rules.rawBytes ?? 0
    this.#pieces = new BodyPieces(source, reading)
  }

  /** Throws `body_too_large`, `body_too_slow`, and `invalid_request` when the sender is gone. */
  async *pieces(): AsyncGenerator<Buffer, void> {
    let bytes = 0
    for (let piece = await this.#pieces.next(); piece !== null; piece = await this.#pieces.next()) {
      bytes += piece.length
      if (bytes > this.#limit) throw bodyTooLarge(this.#limit)
      yield piece
    }
  }
}
