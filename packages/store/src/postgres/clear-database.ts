import pg from 'pg'
import { MARK_TABLE, restoreCut } from '../backup/restore-mark.ts'
import { StoreError } from '../store-error.ts'
import { clientConfig } from './postgres-client.ts'
import { translatePostgresError } from './postgres-error.ts'

/** 'QDMI' as a number: any constant of our own will do. Held while the schema is made, changed or cleared away. */
export const SCHEMA_LOCK = 0x51_44_4d_49

export interface ClearOptions {
  /** Loses what the database holds. */
  replace: boolean
  /** The archive, for the message to whoever finds the restore cut. */
  from: string
  /** Milliseconds UTC. */
  startedAt: number
  /** Nothing speaks against it any more, and nothing is changed yet. */
  onBegin(): void
}

async function onClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(databaseUrl))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw translatePostgresError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function isMarked(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [
    MARK_TABLE,
  ])
  return rows[0]?.found !== null
}

async function refuseRunning(client: pg.ClientBase): Promise<void> {
  const running = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`,
  )
  if (running.rows.length > 0) {
    throw new StoreError('store_locked', 'A console runs on this database: stop it first.')
  }
}

const notEmpty = () =>
  new StoreError('store_misuse', 'The database is in use already: give --replace to lose what it holds.')

/**
 * Marks a database and drops its tables, both or neither; refuses one a console runs on, and one that was used unless
 * `replace`. What a marked one holds is the half of a restore that was cut.
 */
export function clearDatabase(databaseUrl: string, options: ClearOptions): Promise<void> {
  return onClient(databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await refuseRunning(client)
    const wasMarked = await isMarked(client)
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> $1`,
      [MARK_TABLE],
    )
    if (rows.length > 0 && !options.replace && !wasMarked) throw notEmpty()
    options.onBegin()
    if (!wasMarked) await client.query(`create table ${MARK_TABLE} (source text, started_at bigint)`)
    await client.query(`delete from ${MARK_TABLE}`)
    await client.query(`insert into ${MARK_TABLE} values ($1, $2)`, [options.from, options.startedAt])
    if (rows.length > 0) await client.query(`drop table ${rows.map(({ name }) => name).join(', ')} cascade`)
    await client.query('commit')
  })
}

export function unmarkDatabase(databaseUrl: string): Promise<void> {
  return onClient(
    databaseUrl,
    async (client) => void (await client.query(`drop table if exists ${MARK_TABLE}`)),
  )
}

/** Throws `store_restore_cut` while the database is marked. */
export async function refuseMarked(client: pg.ClientBase): Promise<void> {
  if (!(await isMarked(client))) return
  // A console's role may not read what the owner's restore has made; that it is there says enough.
  const { rows } = await client
    .query<{ source: string }>(`select source from ${MARK_TABLE}`)
    .catch(() => ({ rows: [] }))
  throw restoreCut('this PostgreSQL database', { from: rows[0]?.source ?? '<file>' })
}
