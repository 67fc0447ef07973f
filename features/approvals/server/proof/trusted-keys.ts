import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { proofKey } from '@qd/system/contract'
import { fingerprintOf } from './proof-keys.ts'

/** A key that somebody who verifies has from elsewhere than from the proof. */
export interface TrustedKey {
  /** SHA-256 of it: the key inside a proof has to be the one that has it. */
  fingerprint: string
  state: 'active' | 'retired' | 'revoked'
  /** Rows of the audit in which it began and ended; null: not known. */
  from: number | null
  to: number | null
}

/** The file is neither a public key in PEM nor the keys of a console. */
export class TrustedKeyError extends Error {}

export const fingerprintOfKey = (key: KeyObject): string =>
  fingerprintOf(key.export({ type: 'spki', format: 'der' }))

function publicKeyIn(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch {
    throw new TrustedKeyError('it holds no public key in PEM')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new TrustedKeyError('it holds no Ed25519 key')
  return key
}

/** What a console answers at `/api/sys/config`, or the list of its keys alone. */
function listedKeys(text: string): z.output<typeof proofKey>[] {
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch {
    throw new TrustedKeyError('it holds neither a public key in PEM nor the keys of a console')
  }
  const config = value as { data?: { proofKeys?: unknown }; proofKeys?: unknown } | null
  const read = z.safeParse(z.array(proofKey), config?.data?.proofKeys ?? config?.proofKeys ?? value)
  if (!read.success)
    throw new TrustedKeyError('it holds neither a public key in PEM nor the keys of a console')
  return read.data
}

/**
 * Keys from a file: one public key in PEM, or the keys of a console with their spans in JSON. Throws `TrustedKeyError`.
 */
export function readTrustedKeys(text: string): TrustedKey[] {
  if (text.trimStart().startsWith('-----BEGIN')) {
    const key = publicKeyIn(text)
    return [{ fingerprint: fingerprintOfKey(key), state: 'active', from: null, to: null }]
  }
  return listedKeys(text).map(({ publicKey, state, from, to }) => ({
    fingerprint: fingerprintOfKey(publicKeyIn(publicKey)),
    state,
    from,
    to,
  }))
}
