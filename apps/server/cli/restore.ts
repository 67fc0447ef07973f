import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ArchiveEnd } from '../backup/archive-lines.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { readEnv } from '../env.ts'
import { migrations } from '../migrations.ts'
import { readPassphrase, runCommand } from './run-command.ts'

const USAGE =
  'npm run restore -- --from <file> [--replace] [--without-files] [--with-master-key --passphrase-file <file>]; the place is read from QD_DATA_DIR or DATABASE_URL'

/** What came back of the files of people, and what did not. */
function filesLine(restored: number | null, { contents }: ArchiveEnd, filesDir: string): string {
  if (restored === null || contents === undefined) {
    const why = restored === null ? 'as you asked' : 'the backup holds none'
    return `WITHOUT FILES (${why}): put the folder of then at ${filesDir}, or downloads of earlier files answer file_content_missing.`
  }
  const gaps = contents.missing + contents.damaged
  const told = gaps === 0 ? '' : `; ${gaps} were not whole when the backup was made`
  return `files: ${restored} in ${filesDir}${told}`
}

/** Exit code 0 when everything is there and the audit chain is whole, 2 otherwise. */
await runCommand(async (print) => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'without-files': { type: 'boolean', default: false },
      'with-master-key': { type: 'boolean', default: false },
      'passphrase-file': { type: 'string' },
    },
  })
  if (values.from === undefined) throw new TypeError(USAGE)
  const { databaseUrl, dataDir, filesDir, masterKeyFile } = readEnv(process.env)
  const keyFile = masterKeyFile ?? join(dataDir, 'master.key')
  const { head, end, movedTo, contents } = await restoreBackup({
    from: values.from,
    where: databaseUrl === undefined ? { dataDir } : { databaseUrl },
    dataDir,
    migrations,
    replace: values.replace,
    filesDir: values['without-files'] ? null : filesDir,
    ...(values['with-master-key']
      ? { masterKey: { file: keyFile, passphrase: readPassphrase(values['passphrase-file']) } }
      : {}),
  })
  const rows = Object.values(end.counts).reduce((sum, each) => sum + each, 0)
  print(`restore ok: ${rows} rows of ${new Date(head.createdAt).toISOString()}, version ${head.version}`)
  print(`audit ok: head ${end.audit.seq}:${end.audit.hash}`)
  print(filesLine(contents, end, filesDir))
  if (movedTo !== null) print(`what was there is now ${movedTo}`)
  if (!values['with-master-key']) print(`The secrets open with the master key of then: put it at ${keyFile}.`)
})
