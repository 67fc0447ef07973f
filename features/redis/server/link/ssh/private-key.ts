import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import ssh2 from 'ssh2'
import type { ParsedKey } from 'ssh2'
import { redisErrors } from '../../../contract/index.ts'

export interface KeyText {
  privateKey: string
  passphrase: string
  /** Field of the key in the form; that of the passphrase stands beside it. */
  field: string
}

type KeyFault = 'missing' | 'unreadable' | 'passphrase' | 'passphraseMissing'

function keyFault(fault: KeyFault, field: string): AppError {
  const isPassphrase = fault === 'passphrase' || fault === 'passphraseMissing'
  return new AppError(redisErrors.redis_key_file_expired, {
    field: isPassphrase ? field.replace(/privateKey$/, 'passphrase') : field,
    params: { reason: { text: `redis.reason.key.${fault}` } },
  })
}

function field(bytes: Buffer | string): Buffer {
  const content = Buffer.from(bytes as Buffer)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/** An Ed25519 key in the only form ssh2 reads it in: `PROTOCOL.key` of OpenSSH, not encrypted. */
function asOpenSsh(key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' })
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  const type = field('ssh-ed25519')
  const check = Buffer.alloc(8)
  const parts = [check, type, field(point), field(Buffer.concat([seed, point])), field('')]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const padding = Buffer.from(Array.from({ length: (8 - (length % 8)) % 8 }, (_none, at) => at + 1))
  const one = Buffer.from([0, 0, 0, 1])
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(field),
    one,
    field(Buffer.concat([type, field(point)])),
    field(Buffer.concat([...parts, padding])),
  ])
  const lines = body.toString('base64').match(/.{1,70}/g) ?? []
  const mark = (word: string) => `-----${word} OPENSSH PRIVATE KEY-----`
  return [mark('BEGIN'), ...lines, mark('END'), ''].join('\n')
}

/** What ssh2 does not read by itself: PKCS #8, as openssl writes it. */
function asKnownForm(text: string, passphrase: string): string {
  if (!/-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(text)) return text
  const key = createPrivateKey({ key: text, ...(passphrase === '' ? {} : { passphrase }) })
  if (key.asymmetricKeyType === 'ed25519') return asOpenSsh(key)
  const type = key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1'
  return key.export({ type, format: 'pem' }).toString()
}

/** Whose words never hold a part of the key. */
function faultOf(words: string, hasPassphrase: boolean): KeyFault {
  if (/no passphrase given|interrupted or cancelled|passphrase required/i.test(words))
    return 'passphraseMissing'
  if (/bad passphrase|bad decrypt|integrity check failed/i.test(words))
    return hasPassphrase ? 'passphrase' : 'passphraseMissing'
  return 'unreadable'
}

/** Reads a private key, RSA, ECDSA or Ed25519; throws `redis_key_file_expired` with its field. */
export function readPrivateKey({ privateKey, passphrase, field }: KeyText): ParsedKey {
  if (privateKey.trim() === '') throw keyFault('missing', field)
  const hasPassphrase = passphrase !== ''
  try {
    const given = hasPassphrase ? passphrase : undefined
    const found = ssh2.utils.parseKey(asKnownForm(privateKey, passphrase), given)
    if (found instanceof Error) throw found
    const key = (Array.isArray(found) ? found : [found]).find((each) => each.isPrivateKey())
    if (key === undefined) throw new Error('no private key')
    return key
  } catch (error) {
    throw keyFault(faultOf((error as Error).message, hasPassphrase), field)
  }
}
