import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { GiftEntry } from '@qd/gift-content'
import { mailErrors } from '../../contract/index.ts'
import { sha256 } from '../servers.ts'
import type { MailChunkRow } from '../tables.ts'

/** Somebody a mail goes to by name. */
export interface Recipient {
  uId?: string
  roleId?: string
  /** In the place of the mail's. */
  attach?: GiftEntry[]
  vars?: Record<string, string>
}

/** What people and lists of exceptions know them by; no uId begins with @. */
export const playerKey = ({ uId, roleId }: Recipient) => uId ?? `@${roleId ?? ''}`

/** As it is stored: most recipients are nothing but a uId. */
type Packed = string | [string, GiftEntry[] | null, Record<string, string> | null]

function packOne(recipient: Recipient): Packed {
  const key = playerKey(recipient)
  const { attach, vars } = recipient
  return attach === undefined && vars === undefined ? key : [key, attach ?? null, vars ?? null]
}

const byKey = (key: string): Recipient => (key.startsWith('@') ? { roleId: key.slice(1) } : { uId: key })

function unpackOne(packed: Packed): Recipient {
  if (typeof packed === 'string') return byKey(packed)
  const [key, attach, vars] = packed
  return { ...byKey(key), ...(attach === null ? {} : { attach }), ...(vars === null ? {} : { vars }) }
}

/**
 * zlib keeps what it writes into until the next large collection: 16 KiB for each chunk of a list. A buffer of more than the
 * shared ones have is its own, and can be given back as soon as it was read.
 */
const OWN_BUFFER = { chunkSize: 98_304 }

function takeText(bytes: Buffer<ArrayBuffer>, encoding: 'base64' | 'utf8'): string {
  const text = bytes.toString(encoding)
  if (bytes.buffer.byteLength > Buffer.poolSize) bytes.buffer.transfer(0)
  return text
}

export function packChunk(
  recipients: readonly Recipient[],
): Pick<MailChunkRow, 'packed' | 'hash' | 'players'> {
  const text = JSON.stringify(recipients.map(packOne))
  return {
    packed: takeText(deflateRawSync(text, { level: 6, ...OWN_BUFFER }), 'base64'),
    hash: sha256(text),
    players: recipients.length,
  }
}

/** Recipients as they were frozen, as text; throws `mail_recipients_changed` where they are others by now. */
export function frozenText(chunk: Pick<MailChunkRow, 'packed' | 'hash'>): string {
  const changed = () => new AppError(mailErrors.mail_recipients_changed)
  let text: string
  try {
    text = takeText(inflateRawSync(Buffer.from(chunk.packed, 'base64'), OWN_BUFFER), 'utf8')
  } catch {
    throw changed()
  }
  if (sha256(text) !== chunk.hash) throw changed()
  return text
}

/** Whether nobody in such a text has a gift or words of their own: then it is one list of names. */
export const isNamesOnly = (text: string): boolean => text.lastIndexOf('[') === 0

export const recipientsIn = (text: string): Recipient[] => (parseJsonText(text) as Packed[]).map(unpackOne)

export const unpackChunk = (chunk: Pick<MailChunkRow, 'packed' | 'hash'>): Recipient[] =>
  recipientsIn(frozenText(chunk))
