import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { auditMigrations, runVerifyAudit } from '@qd/audit/server'
import { openStore } from '@qd/store'
import type { Migration } from '@qd/store'
import { makeTestPlace, onDatabase } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../backup/make-backup.ts'
import { migrations } from '../migrations.ts'
import { openLive, proven, speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/deploy.md'), 'utf8')
const PASSWORD = 'tide over the harbour wall'
/** Roles belong to the whole server, which other tests share. */
const ROLE = `qd_console_${randomUUID().slice(0, 8)}`

/** What PostgreSQL tells of tables and rights. */
interface AuditRights {
  'information_schema.tables': { table_schema: string; table_name: string }
  'information_schema.table_privileges': { grantee: string; table_name: string; privilege_type: string }
}

/** Tables these migrations make, beside the store's own. */
async function tablesOf(made: Migration[]): Promise<string[]> {
  const namesAfter = async (applied: Migration[]) => {
    const empty = await makeTestPlace('postgres')
    const store = await openStore<AuditRights>({ ...empty.where, migrations: applied })
    const rows = await store.read
      .selectFrom('information_schema.tables')
      .select('table_name as name')
      .where('table_schema', '=', 'public')
      .execute()
    await store.close()
    await empty.remove()
    return rows.map(({ name }) => name)
  }
  const own = new Set(await namesAfter([]))
  return (await namesAfter(made)).filter((name) => !own.has(name)).toSorted()
}

let place: Awaited<ReturnType<typeof makeTestPlace>>
let databaseUrl: string
let folder: string
let running: TestConsole
let as: Speaker

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-rights-'))
  place = await makeTestPlace('postgres')
  const owners = place.where.databaseUrl!
  await (await openStore({ databaseUrl: owners, migrations })).close()
  const statements = /### Rights in the database[^]*?```sql\n([^]*?)```/.exec(guide)![1]!
  await onDatabase(owners, statements.replaceAll('quarterdeck_console', ROLE))
  databaseUrl = owners.replace('//postgres@', `//${ROLE}@`)
  running = await startTestConsole({ DATABASE_URL: databaseUrl, QD_SANDBOX: 'off' })
  await running.access.access.ensureBuiltInRoles(running.catalogue())
  const { code } = (await running.session.announceSetup())!
  await running.anonymous.post('/api/auth/setup', { code, username: 'root', password: PASSWORD })
  as = await running.signIn('root', PASSWORD)
})
afterAll(async () => {
  await running.dispose()
  const owners = place.where.databaseUrl!
  await onDatabase(owners, `drop owned by ${ROLE}`)
  await onDatabase(owners, `drop role ${ROLE}`)
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('[ops.rights] a console whose role may not rewrite the audit, with the statements of the guide', () => {
  test('works: people, catalogue, own account, live messages, search and verification of the audit', async () => {
    const done = async (path: string, body: object) => {
      const answer = await proven(as, () => as.post(path, body), PASSWORD)
      expect([path, answer.http, answer.body.err?.code]).toEqual([path, 200, undefined])
    }
    const person = { username: 'second', name: 'second', department: '', mustUseSecondFactor: false }
    await done('/platform/user/invite', { ...person, grants: [], groupIds: [] })
    await done('/platform/catalogue/game/save', { game: 'tide', name: 'Tide', code: 'tide', revision: 0 })
    await done('/platform/user/info', { name: 'Root', phone: '', sex: '', department: 'harbour' })
    const live = await openLive(running.url, as)
    await live.open('session')
    const other = await running.signIn('root', PASSWORD)
    await done('/api/auth/sessions/end-others', {})
    expect((await speakTo(running.url, other.token).get('/adjust/userInfo')).http).toBe(401)
    live.socket.close()
    const said: string[] = []
    const code = await runVerifyAudit({ databaseUrl, migrations, print: (line) => said.push(line) })
    expect([code, said.join().slice(0, 8)]).toEqual([0, 'audit ok'])
  })

  test('is started again and backed up by the same role', async () => {
    const again = await startTestConsole({ DATABASE_URL: databaseUrl, QD_SANDBOX: 'off' })
    expect((await again.anonymous.get('/readyz')).http).toBe(200)
    await again.dispose()
    const options = { where: { databaseUrl }, dataDir: folder, filesDir: null, migrations, version: '1' }
    const { rows } = await makeBackup({ ...options, to: join(folder, 'archive') })
    expect(rows).toBeGreaterThan(20)
  })

  test.each([
    'update audit_log set entry = entry',
    'delete from audit_log',
    'truncate audit_log',
    'update audit_search set actor = actor',
    'update audit_search set seq = seq + 1',
    'delete from audit_search',
    'delete from audit_head',
    'update audit_head set id = 2',
    "insert into audit_head values (2, 0, '')",
    'delete from audit_state',
    "insert into audit_state values ('x', '')",
  ])('is refused by the database: %s', async (statement) => {
    await expect(onDatabase(databaseUrl, statement)).rejects.toThrow('permission denied')
  })

  test('holds for every table the audit has, whichever migration brings it', async () => {
    const tables = await tablesOf(auditMigrations)
    expect(tables).toContain('audit_log')
    const owned = await openStore<AuditRights>({ databaseUrl: place.where.databaseUrl!, migrations })
    const rights = await owned.read
      .selectFrom('information_schema.table_privileges')
      .select(['table_name as name', 'privilege_type as right'])
      .where('grantee', '=', ROLE)
      .where('table_name', 'in', tables)
      .execute()
    await owned.close()
    const rightsOf = (name: string) =>
      rights
        .filter((row) => row.name === name)
        .map(({ right }) => right)
        .toSorted()
    // No table of the audit may be altered as a whole or lose rows; changes are for single columns.
    for (const name of tables) {
      expect([name, rightsOf(name).filter((right) => !['INSERT', 'SELECT'].includes(right))]).toEqual([
        name,
        [],
      ])
    }
    expect(rightsOf('audit_head')).toEqual(['SELECT'])
  })

  test('what was altered all the same, by who owns the tables, is found by the same role', async () => {
    await onDatabase(place.where.databaseUrl!, "update audit_search set actor = 'nobody' where seq = 1")
    const said: string[] = []
    const code = await runVerifyAudit({ databaseUrl, migrations, print: (line) => said.push(line) })
    expect([code, said[0]]).toEqual([1, 'audit search DIFFERS at row 1: search_changed'])
  })
})
