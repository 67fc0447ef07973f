import { verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { AppError, z } from '@qd/contract-kit'
import { updateErrors } from '../../contract/index.ts'
import { updateFeed } from './feed-format.ts'
import type { UpdateFeed } from './feed-format.ts'

/** An Ed25519 signature (RFC 8032) has 64 bytes. */
const SIGNATURE = /^[\w+/]{86}==\s*$/
const ED25519 = null

/** Whether the publisher signed exactly these bytes; throws where not. */
export function assertSigned(bytes: Buffer, signature: string, key: KeyObject): void {
  const isWhole = SIGNATURE.test(signature)
  if (!isWhole || !verify(ED25519, bytes, key, Buffer.from(signature, 'base64'))) {
    throw new AppError(updateErrors.update_signature)
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJsonText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError(updateErrors.update_malformed, { cause, params: { problem: 'JSON' } })
  }
}

/** The feed in bytes whose signature was verified already. */
export function readFeed(bytes: Buffer): UpdateFeed {
  const result = z.safeParse(updateFeed, parsed(bytes))
  if (result.success) return result.data
  const problem = result.error.issues[0]!.path.join('.')
  throw new AppError(updateErrors.update_malformed, {
    params: { problem: problem === '' ? 'JSON' : problem },
  })
}
