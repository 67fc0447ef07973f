import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import type { ConnectionConfig } from '../../../contract/index.ts'
import { NO_SECRETS } from '../secrets.ts'
import type { OpenSecrets } from '../secrets.ts'

/*
 * Our own file: JSON with the connections, and their secrets under one lock: a JSON list in the same order, encrypted with
 * AES-256-GCM under a key that scrypt makes of the passphrase. The costs are fixed, so that no file can ask for more.
 */

const FORMAT = 'quarterdeck-redis-connections'
const VERSION = 1
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 }
const IV_BYTES = 12
const TAG_BYTES = 16

const lock = z.strictObject({ salt: z.base64(), iv: z.base64(), tag: z.base64(), data: z.base64() })
type Lock = z.output<typeof lock>

const ownFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  connections: z.array(z.unknown()),
  secrets: z.optional(lock),
})
export type OwnFile = z.output<typeof ownFile>

const text = z.string()
const allSecrets = z.array(
  z.object({
    password: text,
    sentinelPassword: text,
    // Files of older consoles have none.
    scriptPassword: z.prefault(text, ''),
    tlsKey: text,
    ssh: z.array(z.object({ password: text, privateKey: text, passphrase: text })),
  }),
)

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const keyOf = (passphrase: string, salt: Buffer) => derive(passphrase.normalize('NFKC'), salt, 32, COST)
const aad = Buffer.from(`${FORMAT}/${VERSION}`)

async function locked(secrets: readonly OpenSecrets[], passphrase: string): Promise<Lock> {
  const [salt, iv] = [randomBytes(16), randomBytes(IV_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv).setAAD(aad)
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()])
  const [salt64, iv64, tag, data64] = [salt, iv, cipher.getAuthTag(), data].map((each) =>
    each.toString('base64'),
  )
  return { salt: salt64!, iv: iv64!, tag: tag!, data: data64! }
}

export interface OwnConnection {
  readonly config: ConnectionConfig
  readonly secrets: OpenSecrets
}

/** Without a passphrase no secret is in it. */
export async function writeOwnFile(
  connections: readonly OwnConnection[],
  passphrase: string | undefined,
): Promise<string> {
  const file: OwnFile = {
    format: FORMAT,
    version: VERSION,
    connections: connections.map(({ config }) => config),
    ...(passphrase === undefined
      ? {}
      : {
          secrets: await locked(
            connections.map(({ secrets }) => secrets),
            passphrase,
          ),
        }),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** A file of ours; null: it is none. */
export function readOwnFile(value: unknown): OwnFile | null {
  const read = z.safeParse(ownFile, value)
  return read.success ? read.data : null
}

/** The secrets of a file in the order of its connections; null when the passphrase is not the right one. */
export async function unlocked(
  { secrets, connections }: OwnFile,
  passphrase: string | undefined,
): Promise<readonly OpenSecrets[] | null> {
  if (secrets === undefined) return connections.map(() => NO_SECRETS)
  if (passphrase === undefined) return null
  const [salt, iv, tag, data] = [secrets.salt, secrets.iv, secrets.tag, secrets.data].map((each) =>
    Buffer.from(each, 'base64'),
  )
  const key = await keyOf(passphrase, salt!)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv!, { authTagLength: TAG_BYTES })
    decipher.setAAD(aad).setAuthTag(tag!)
    const plain = Buffer.concat([decipher.update(data!), decipher.final()]).toString()
    const read = z.safeParse(allSecrets, parseJsonText(plain))
    return read.success && read.data.length === connections.length ? read.data : null
  } catch {
    // The tag does not fit: another passphrase, or a changed file.
    return null
  }
}
