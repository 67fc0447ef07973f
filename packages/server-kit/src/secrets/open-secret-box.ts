import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Migration, Store } from '@qd/store'
import { createEnvelopeBox, createSealedBox } from './envelope-box.ts'
import type { SecretBox } from './secret-box.ts'

interface SecretCheckTables {
  secret_check: { id: string; sealed: string }
}

export const secretMigrations: Migration[] = [
  {
    name: 'secrets-0001-check',
    async up(db) {
      await db.schema
        .createTable('secret_check')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .execute()
    },
  },
]

const CHECK_PLACE = 'secret_check/master/sealed'
const CHECK_TEXT = 'quarterdeck'

/** Keys people paste from samples; a console must not run on one. */
function isWeak(key: Buffer): boolean {
  return new Set(key).size < 8
}

function parseKey(text: string): Buffer | null {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  return key.length === 32 && !isWeak(key) ? key : null
}

async function generateKey(file: string): Promise<Buffer> {
  const key = randomBytes(32)
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return key
}

export interface SecretBoxOptions {
  /** `QD_MASTER_KEY_FILE`; else `<dataDir>/master.key`, made on the first start. */
  keyFile?: string | undefined
  dataDir: string
  store: Store<never>
  /** Told once what an administrator should know: a new key, a wrong key, an open file mode. */
  announce(message: string): void
}

async function readKey(options: SecretBoxOptions, isFirstStart: boolean): Promise<Buffer | null> {
  const file = options.keyFile ?? join(options.dataDir, 'master.key')
  if (!existsSync(file)) {
    if (options.keyFile !== undefined || !isFirstStart) {
      options.announce(`master key ${file} is missing; secrets stay sealed`)
      return null
    }
    const key = await generateKey(file)
    options.announce(`made the master key ${file} (0600); keep a copy apart from the data`)
    return key
  }
  if ((statSync(file).mode & 0o077) !== 0)
    options.announce(`master key ${file} is readable by others; use mode 0600`)
  const key = parseKey(readFileSync(file, 'utf8'))
  if (key === null)
    options.announce(`master key ${file} is not 32 random bytes in base64 or hex; secrets stay sealed`)
  return key
}

/** Opens the secrets of this installation, or the sealed box when the key does not fit what is stored. */
export async function openSecretBox(options: SecretBoxOptions): Promise<SecretBox> {
  const store = options.store.as<SecretCheckTables>()
  const row = await store.read
    .selectFrom('secret_check')
    .selectAll()
    .where('id', '=', 'master')
    .executeTakeFirst()
  const key = await readKey(options, row === undefined)
  if (key === null) return createSealedBox()
  const box = createEnvelopeBox(key)
  if (row === undefined) {
    const sealed = box.seal(CHECK_TEXT, CHECK_PLACE)
    await store.write((tx) =>
      tx
        .insertInto('secret_check')
        .values({ id: 'master', sealed })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    return box
  }
  try {
    box.open(row.sealed, CHECK_PLACE)
    return box
  } catch {
    // Not an error of the program: the installation goes on, with its secrets closed.
    options.announce('the master key does not fit the stored secrets; secrets stay sealed')
    return createSealedBox()
  }
}
