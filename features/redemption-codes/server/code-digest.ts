import { createHmac, randomBytes } from 'node:crypto'
import { normalizeCode } from '@qd/code-alphabet'
import type { SecretBox } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { CodeTables } from './code-tables.ts'

const KEY_BYTES = 32
const DIGEST_BYTES = 16
const ID = 'digest'
const PLACE = 'code_key/digest/sealed'

/** Gives the digest under which a code is stored. */
export type DigestOf = (code: string) => string

export interface CodeDigest {
  /** Throws `secrets_sealed` while the master key is missing: without it no code can be found. */
  open(): Promise<DigestOf>
}

function digestUnder(key: Buffer): DigestOf {
  return (code) =>
    createHmac('sha256', key).update(code).digest().subarray(0, DIGEST_BYTES).toString('base64url')
}

/** The key of all digests is made once and kept sealed, so that a copy of the database finds out nothing. */
export function createCodeDigest(store: Store<CodeTables>, secretBox: SecretBox): CodeDigest {
  let opened: Promise<DigestOf> | null = null
  const read = (db: Store<CodeTables>['read']) =>
    db.selectFrom('code_key').select('sealed').where('id', '=', ID).executeTakeFirst()
  async function openKey(): Promise<DigestOf> {
    const before = await read(store.read)
    const fresh = before === undefined ? secretBox.seal(randomBytes(KEY_BYTES).toString('base64'), PLACE) : ''
    const { sealed } =
      before ??
      (await store.write(async (tx) => {
        // Another node may have made it meanwhile.
        await tx
          .insertInto('code_key')
          .values({ id: ID, sealed: fresh })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return (await read(tx))!
      }))
    return digestUnder(Buffer.from(secretBox.open(sealed, PLACE), 'base64'))
  }
  return {
    open() {
      opened ??= openKey().catch((error: unknown) => {
        opened = null
        throw error
      })
      return opened
    },
  }
}

/** How a typed code is found; null: it can be none. */
export function digestOfTyped(digestOf: DigestOf, typed: string): string | null {
  const code = normalizeCode(typed)
  return code === null ? null : digestOf(code)
}
