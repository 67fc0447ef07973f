import type { Readable } from 'node:stream'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { BodyRules } from '@qd/contract-kit'
import type { BodyHold } from './body-share.ts'
import type { BodyPace } from './body-pace.ts'
import { bodyTooLarge } from './check-headers.ts'
import { HeldBytes } from './held-bytes.ts'
import { JsonCounter } from './json-counter.ts'
import { jsonFaultError, parseCounted } from './parse-json.ts'

export interface JsonReading {
  readonly rules: BodyRules
  readonly hold: BodyHold
  readonly pace: BodyPace
  readonly isPublic: boolean
  /** Of `content-length`; null where none was said. */
  readonly saidBytes: number | null
  /** Sees all bytes before they are parsed; throws to refuse them. */
  onWhole?(bytes: Buffer): void
}

type Done = (error: Error | null, value?: unknown) => void

/**
 * Reads a JSON body and counts it on its way: beyond a limit it ends at once and nothing of it is parsed. Whatever
 * becomes of it, the body gives back what it held before `done` is called, once.
 */
export function readJson(
  source: Readable,
  { rules, hold, pace, isPublic, saidBytes, onWhole }: JsonReading,
  done: Done,
) {
  const counter = new JsonCounter(rules)
  const kept = new HeldBytes()
  const coming = pace.watch(isPublic, (error) => finish(error))

  function finish(error: Error | null, value?: unknown): void {
    source.off('data', onData).off('end', onEnd).off('close', onClose)
    coming.end()
    hold.release()
    done(error, value)
  }

  function refusalOf(piece: Buffer): AppError | null {
    coming.received += piece.length
    if (coming.received > rules.bytes) return bodyTooLarge(rules.bytes)
    hold.resize(coming.received)
    counter.take(piece)
    kept.add(piece)
    return counter.fault === null ? null : jsonFaultError(counter.fault, kept.whole(), rules)
  }

  function onData(piece: Buffer): void {
    try {
      const refusal = refusalOf(piece)
      if (refusal !== null) finish(refusal)
    } catch (error) {
      finish(error as Error)
    }
  }

  function valueOf(): unknown {
    if (saidBytes !== null && saidBytes !== coming.received) throw new AppError(coreErrors.invalid_request)
    const bytes = kept.whole()
    onWhole?.(bytes)
    return parseCounted(bytes)
  }

  function onEnd(): void {
    let value: unknown
    try {
      value = valueOf()
    } catch (error) {
      return finish(error as Error)
    }
    finish(null, value)
  }

  /** Gone in the middle: nobody reads the answer. */
  function onClose(): void {
    finish(new AppError(coreErrors.invalid_request))
  }

  source.on('data', onData).on('end', onEnd).on('close', onClose)
}
