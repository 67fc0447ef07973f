import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ArchiveContents } from '../backup/archive-lines.ts'
import { noteBackup } from '../backup/last-backup.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { migrations } from '../migrations.ts'
import { readEnv } from '../env.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { readPassphrase, runCommand } from './run-command.ts'

const USAGE =
  'npm run backup -- --to <file or folder> [--without-files] [--with-master-key --passphrase-file <file>]; the place is read from QD_DATA_DIR or DATABASE_URL'

/** What the archive holds of the files of people, and what of them it could not hold. */
function filesLine(contents: ArchiveContents | null, filesDir: string): string {
  if (contents === null)
    return `WITHOUT FILES: what people uploaded stays in ${filesDir}. Copy that folder as well.`
  const { whole, bytes, missing, damaged } = contents
  const held = `files: ${whole} with ${bytes} bytes`
  if (missing + damaged === 0) return held
  return `${held}; NOT IN IT: ${missing} that were not in ${filesDir} (deleted meanwhile, or lost), ${damaged} whose bytes have changed on the disk`
}

/** Exit code 0 when the archive is whole and on the disk, 2 otherwise. */
await runCommand(async (print) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'without-files': { type: 'boolean', default: false },
      'with-master-key': { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
  })
  if (values.to === undefined) throw new TypeError(USAGE)
  const { databaseUrl, dataDir, filesDir, masterKeyFile } = readEnv(process.env)
  const where = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  const keyFile = masterKeyFile ?? join(dataDir, 'master.key')
  const withKey = values['with-master-key']
  const { file, rows, contents } = await makeBackup({
    where,
    dataDir,
    migrations,
    version: packageJson.version,
    to: values.to,
    filesDir: values['without-files'] ? null : filesDir,
    ...(withKey
      ? { masterKey: { file: keyFile, passphrase: readPassphrase(values['passphrase-file']) } }
      : {}),
  })
  print(`backup ok: ${rows} rows in ${file}`)
  print(filesLine(contents, filesDir))
  // The archive is whole whatever comes of this.
  await noteBackup(dataDir, { at: Date.now(), rows }).catch((error: Error) =>
    print(`Its time is not in /metrics: ${dataDir} cannot be written to (${error.message}).`),
  )
  if (withKey) print('It holds the master key under your passphrase: keep the two apart.')
  else
    print(
      `WITHOUT THE MASTER KEY: keep a copy of ${keyFile} elsewhere. Without it the secrets in this backup stay sealed for ever.`,
    )
})
