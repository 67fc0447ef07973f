import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { BackupError } from './archive-lines.ts'

/** 64 MiB a guess: whoever holds the archive may guess as long as they like. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
export const SHORTEST_PASSPHRASE = 12

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFKC'), salt, 32, COST)

/** The master key under a passphrase: `salt.iv.body.tag`, base64url. */
export function sealMasterKey(masterKey: string, passphrase: string): string {
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new BackupError(`The passphrase needs ${SHORTEST_PASSPHRASE} characters or more.`)
  }
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv)
  const body = Buffer.concat([cipher.update(masterKey), cipher.final()])
  return [salt, iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

/** Throws BackupError when the passphrase does not fit. */
export function openMasterKey(sealed: string, passphrase: string): string {
  const [salt, iv, body, tag] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt!), iv!, { authTagLength: 16 })
    decipher.setAuthTag(tag!)
    return Buffer.concat([decipher.update(body!), decipher.final()]).toString()
  } catch (cause) {
    throw new BackupError('The passphrase does not fit the master key in the backup.', { cause })
  }
}
