import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { SecretBox } from './secret-box.ts'

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

function encrypt(key: Buffer, plain: Buffer, place: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, body, cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, place: string): Buffer {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(sealed.length - TAG_BYTES)
  const body = sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  return Buffer.concat([decipher.update(body), decipher.final()])
}

/** A box under one master key of 32 bytes: each secret has its own data key, wrapped by the master key. */
export function createEnvelopeBox(masterKey: Buffer): SecretBox {
  if (masterKey.length !== 32) throw new Error('the master key must be 32 bytes')
  const wrapKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'quarterdeck wrap', 32))
  const digestKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'quarterdeck digest', 32))
  return {
    isOpen: true,
    seal(plain, place) {
      const dataKey = randomBytes(32)
      const wrapped = encrypt(wrapKey, dataKey, place)
      const body = encrypt(dataKey, Buffer.from(plain), place)
      return `${VERSION}.${wrapped.toString('base64url')}.${body.toString('base64url')}`
    },
    open(sealed, place) {
      const [version, wrapped, body] = sealed.split('.')
      try {
        if (version !== VERSION || wrapped === undefined || body === undefined)
          throw new Error('unknown form')
        const dataKey = decrypt(wrapKey, Buffer.from(wrapped, 'base64url'), place)
        return decrypt(dataKey, Buffer.from(body, 'base64url'), place).toString()
      } catch (cause) {
        throw new AppError(coreErrors.secrets_sealed, { cause })
      }
    },
    digest: (plain) => `hmac:${createHmac('sha256', digestKey).update(plain).digest('hex').slice(0, 32)}`,
  }
}

/** The box of a console whose master key is wrong or missing. */
export function createSealedBox(): SecretBox {
  const refuse = (): never => {
    throw new AppError(coreErrors.secrets_sealed)
  }
  return { isOpen: false, seal: refuse, open: refuse, digest: () => '[sealed]' }
}
