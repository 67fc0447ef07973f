import { parseArgs } from 'node:util'
import { runVerifyAudit } from '@qd/audit/server'
import { isStoreError } from '@qd/store'
import { EnvError, readEnv } from '../env.ts'
import { migrations } from '../migrations.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run audit:verify [-- --head seq:hash] [-- --heads file]`: exit code 0 for a whole chain, 1 for a broken one, 2 when it can't be read. */
try {
  const { values } = parseArgs({ options: { head: { type: 'string' }, heads: { type: 'string' } } })
  const { databaseUrl, dataDir } = readEnv(process.env)
  const where = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  process.exitCode = await runVerifyAudit({
    ...where,
    migrations,
    knownHead: values.head,
    headsFile: values.heads,
    print,
  })
} catch (error) {
  const isExpected = error instanceof EnvError || isStoreError(error)
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
  process.exitCode = 2
}
