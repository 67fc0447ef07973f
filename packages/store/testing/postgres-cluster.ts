import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresBinaries } from './postgres-binaries.ts'

const START_LIMIT_MS = 60_000
const POLL_MS = 30

/** The shell outlives us by a moment: when our pipe closes, however we died, it ends the server and its folder. */
const GUARDIAN = `
trap '' INT TERM HUP
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 >"$2/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$2"
`

export interface PostgresCluster {
  urlOf(database: string): string
}

/** A server for one test alone. */
export interface OwnPostgresCluster extends PostgresCluster {
  /** Gives a folder to the user it runs as. */
  own(folder: string): void
  stop(): Promise<void>
}

let shared: Promise<PostgresCluster> | undefined

/** The PostgreSQL server of this test process: started when first asked for, durable settings left as they are. */
export function postgresCluster(): Promise<PostgresCluster> {
  return (shared ??= startPostgresCluster())
}

/** Runs SQL as the cluster's owner, outside any store. */
export async function onCluster(sql: string): Promise<void> {
  const cluster = await postgresCluster()
  await onDatabase(cluster.urlOf('postgres'), sql)
}

/** Runs statements as whoever the address names. */
export async function onDatabase(databaseUrl: string, sql: string): Promise<void> {
  await rowsOf(databaseUrl, sql)
}

/** The rows a statement gives to whoever the address names. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** `enter` runs the command after it, e.g. with another view of the disks. */
export async function startPostgresCluster(enter: readonly string[] = []): Promise<OwnPostgresCluster> {
  const binaries = postgresBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'qd-pg-'))
  const asUser = dropRoot(folder)
  const initdb = [join(binaries, 'initdb'), '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust']
  run([...asUser, ...initdb, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], folder)
  // Without environment: PGPORT and its like must not lead elsewhere.
  const [file = '', ...args] = [...enter, ...asUser, 'sh', '-c', GUARDIAN, 'guardian', binaries, folder]
  const guardian = spawn(file, args, { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'], env: cleanEnv() })
  guardian.unref()
  ;(guardian.stdin as unknown as { unref(): void }).unref()
  const gone = once(guardian, 'exit')
  const cluster: OwnPostgresCluster = {
    urlOf: (database) => `postgresql://postgres@${encodeURIComponent(folder)}:5432/${database}`,
    own: giveToServer,
    stop: async () => {
      guardian.stdin.end()
      await gone
    },
  }
  await untilReady(cluster, folder, guardian)
  return cluster
}

/** PostgreSQL refuses to run as root; Debian's package made the user `postgres`. */
function dropRoot(folder: string): string[] {
  giveToServer(folder)
  if (process.getuid?.() !== 0) return []
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
}

function giveToServer(folder: string): void {
  chmodSync(folder, 0o700)
  if (process.getuid?.() !== 0) return
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(folder, idOf('-u'), idOf('-g'))
}

function run(command: string[], cwd: string): void {
  const [file = '', ...args] = command
  execFileSync(file, args, { cwd, stdio: 'pipe', env: cleanEnv() })
}

function cleanEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C.UTF-8' }
}

async function untilReady(cluster: PostgresCluster, folder: string, guardian: ChildProcess): Promise<void> {
  const giveUpAtMs = Date.now() + START_LIMIT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: cluster.urlOf('postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (guardian.exitCode !== null || Date.now() > giveUpAtMs) {
        throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`, { cause })
      }
      await sleep(POLL_MS)
    }
  }
}
