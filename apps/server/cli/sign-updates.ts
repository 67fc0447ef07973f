import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { FEED_FORMAT, SIGNATURE_ENDING, describePackage, signFeed } from '@qd/system/server'
import type { UpdateFeed } from '@qd/system/server'
import { runCommand } from './run-command.ts'

const USAGE =
  'npm run updates:sign -- <releases.json> --key <private.pem> --out <folder>, or npm run updates:sign -- --new-key <folder>'

/** What a publisher writes: docs/guides/updates.md. Paths are beside this file. */
const releases = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: z.string(),
      published: z.optional(z.string()),
      /** A Markdown file. */
      notes: z.string(),
      packages: z.array(
        z.strictObject({
          platform: z.prefault(z.string(), 'any'),
          file: z.string(),
          /** Absent: the file lies beside the feed. */
          address: z.optional(z.string()),
          command: z.optional(z.string()),
        }),
      ),
    }),
  ),
})

function writeNewKey(folder: string, print: (line: string) => void): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [secret, open] = [join(folder, 'update-key.pem'), join(folder, 'update-key.pub.pem')]
  mkdirSync(folder, { recursive: true })
  // A key that is there already stays: consoles trust it.
  writeFileSync(secret, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
  print(`${secret} signs; keep it away from the consoles`)
  print(`${open} verifies; give it to the consoles as QD_UPDATE_KEY_FILE`)
}

async function feedOf(file: string): Promise<UpdateFeed> {
  const parsed = z.safeParse(releases, parseJsonText(readFileSync(file, 'utf8')))
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new TypeError(`${file}: ${path.join('.')}: ${message}`)
  }
  const beside = (path: string) => resolve(dirname(file), path)
  const published = new Date().toISOString()
  const versions = parsed.data.versions.map(async (each) => ({
    version: each.version,
    published: each.published ?? published,
    notes: readFileSync(beside(each.notes), 'utf8'),
    packages: await Promise.all(
      each.packages.map(({ file: path, address = basename(path), platform, command }) =>
        describePackage(beside(path), { platform, address, ...(command === undefined ? {} : { command }) }),
      ),
    ),
  }))
  return { format: FEED_FORMAT, published, versions: await Promise.all(versions) }
}

/** `npm run updates:sign`: makes the feed of new versions and signs it, or makes the pair of keys. */
await runCommand(async (print) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, out: { type: 'string' }, 'new-key': { type: 'string' } },
  })
  if (values['new-key'] !== undefined) return writeNewKey(values['new-key'], print)
  const [file] = positionals
  if (file === undefined || values.key === undefined || values.out === undefined) throw new TypeError(USAGE)
  const key = createPrivateKey(readFileSync(values.key))
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError(`${values.key} holds no Ed25519 key`)
  const feed = await feedOf(file)
  const { bytes, signature } = signFeed(feed, key)
  mkdirSync(values.out, { recursive: true })
  const place = join(values.out, 'updates.json')
  writeFileSync(place, bytes)
  writeFileSync(place + SIGNATURE_ENDING, signature)
  const names = feed.versions.map(({ version }) => version).join(', ')
  return print(`${place} and ${place}${SIGNATURE_ENDING}: ${names}`)
})
