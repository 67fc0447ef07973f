import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVerifyAudit } from '@qd/audit/server'
import type { AuditTables } from '@qd/audit/server'
import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { speakTo, startConsoleProcess } from '../testing/index.ts'
import type { Speaker } from '../testing/index.ts'

const WRITERS = 32
const ENOUGH = 300
const PASSWORD = 'tide over the harbour wall'

const undo: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

interface Told {
  saved: string[]
  /** Answers that are none of the call. */
  others: Set<string>
  /** The console took no more connections: nothing was asked, and a balancer asks another node. */
  refused: number
  /** Asked, and the connection ended without an answer. */
  unanswered: string[]
}

const isRefused = ({ cause }: Error) => (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'

/** Saves under new names until the console is gone. */
async function saveUntilGone(as: Speaker, writer: number, told: Told, onSaved: () => void): Promise<void> {
  for (let index = 0; ; index++) {
    const department = `writer ${writer} ${index}`
    try {
      const answer = await as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })
      if (answer.http === 200) told.saved.push(department)
      else told.others.add(`${answer.http} ${answer.body.err?.code}`)
      onSaved()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      if (isRefused(error)) told.refused++
      else told.unanswered.push(`${department}: ${String((error.cause as NodeJS.ErrnoException).code)}`)
      return
    }
  }
}

test.each(['sqlite', 'postgres'] as const)(
  '[G14] told to stop while 32 connections write on %s: what took place was answered, what was answered took place',
  async (dialect) => {
    const place = await makeTestPlace(dialect)
    const dataDir = place.where.dataDir ?? mkdtempSync(join(tmpdir(), 'qd-drain-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }), place.remove)
    const { databaseUrl } = place.where
    const running = await startConsoleProcess({
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      QD_DATA_DIR: dataDir,
      QD_SANDBOX: 'off',
    })
    undo.push(running.kill)
    const setup = running.lines.find((line) => line.includes('first administrator'))!
    const nobody = speakTo(running.url, null)
    const code = /code=([\w-]+)/.exec(setup)![1]
    await nobody.post('/api/auth/setup', { code, username: 'root', password: PASSWORD })
    const login = { username: 'root', password: PASSWORD }
    const { body } = await nobody.post<{ token: string }>('/api/auth/login', login)
    const as = speakTo(running.url, body.data.token)

    const told: Told = { saved: [], others: new Set(), refused: 0, unanswered: [] }
    let stopped: Promise<void> | undefined
    const onSaved = () => {
      if (told.saved.length >= ENOUGH) stopped ??= running.stop()
    }
    await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => saveUntilGone(as, writer, told, onSaved)),
    )
    await stopped
    expect((await running.child.ended).code).toBe(0)

    const store = await openStore<AuditTables>({ ...place.where, migrations, readOnly: true })
    const rows = await store.read
      .selectFrom('audit_log')
      .select('entry')
      .where('action', '=', 'session.saveProfile')
      .execute()
    await store.close()
    const took = rows.map(
      ({ entry }) =>
        (JSON.parse(entry) as { entry: { detail: { department: string } } }).entry.detail.department,
    )
    expect(took.length).toBeGreaterThanOrEqual(ENOUGH)
    expect(took.toSorted()).toEqual(told.saved.toSorted())
    expect(told.unanswered).toEqual([])
    expect([[...told.others], told.refused]).toEqual([[], WRITERS])
    const said: string[] = []
    expect(await runVerifyAudit({ ...place.where, migrations, print: (line) => said.push(line) })).toBe(0)
  },
)
