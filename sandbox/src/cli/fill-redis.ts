import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fillKeys } from '../redis/fill-keys.ts'
import type { RedisAddress } from './server-config.ts'

/* `npm run redis:fill`: fills the sandbox's Redis, or one on a port of this machine, with keys of game-like names. */

const USAGE = `npm run redis:fill -- --keys 100000 [--db 0] [--port 6379]

  --keys  how many keys, 1 to 10,000,000; the same number makes the same keys
  --db    number of the database; 0 when not given
  --port  of a Redis on this machine, its password in REDISCLI_AUTH; the sandbox's own when not given
  --data  the console's data folder; QD_DATA_DIR or ./data when not given`

const KEYS_MOST = 10_000_000

class UsageError extends Error {}

function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new UsageError(`--${name} is a whole number from ${least} to ${most}`)
}

/** The sandbox's Redis as its folder knows it. */
function sandboxAddress(dataDir: string): RedisAddress {
  const read = (name: string): Record<string, unknown> => {
    const path = join(dataDir, 'sandbox', name)
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    } catch {
      throw new UsageError(`${path} cannot be read: start the sandbox once, or give --port`)
    }
  }
  return { port: Number(read('ports.json').redis), password: String(read('keys.json').redisPassword) }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      keys: { type: 'string' },
      db: { type: 'string', default: '0' },
      port: { type: 'string' },
      data: { type: 'string', default: process.env['QD_DATA_DIR'] ?? 'data' },
    },
  })
  if (values.keys === undefined) throw new UsageError('--keys is missing')
  const keys = numberOf('keys', values.keys, 1, KEYS_MOST)
  const db = numberOf('db', values.db, 0, 65_535)
  const given = values.port === undefined ? undefined : numberOf('port', values.port, 1, 65_535)
  const address =
    given === undefined
      ? sandboxAddress(resolve(process.env['INIT_CWD'] ?? '.', values.data))
      : { port: given, password: process.env['REDISCLI_AUTH'] ?? '' }
  const startedAt = performance.now()
  await fillKeys({
    ...address,
    db,
    keys,
    onProgress: (written) => {
      if (written % 100_000 === 0 || written === keys) console.log(`${written} of ${keys} keys`)
    },
  })
  console.log(
    `done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s; maxmemory is off until Redis restarts`,
  )
}

try {
  await main()
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  console.error(
    isUsage === true ? `${(error as Error).message}\n\n${USAGE}` : `failed: ${(error as Error).message}`,
  )
  process.exitCode = 1
}
