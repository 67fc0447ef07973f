import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVerifyAudit } from '@qd/audit/server'
import type { AuditTables } from '@qd/audit/server'
import { world } from '@qd/sandbox'
import type { Commit } from '@qd/session/server'
import { count, openStore } from '@qd/store'
import { makeTestPlace, rowsOf, throughProxy } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import {
  callingServer,
  openLive,
  signedAs,
  speakTo,
  startBalancer,
  startConsoleProcess,
  startTestConsole,
} from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

const UID = '30123000045'
const PROFILE = { name: 'name', phone: '', sex: '' }
const ENTRY = {
  requestId: 'test',
  actorId: '',
  actor: 'test',
  sessionId: '',
  address: '',
  action: 'test',
  risk: 'R1' as const,
  scope: '*',
  target: '',
  reason: '',
  detail: {},
}

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
/** Has the game servers; the others share its database and key. */
let first: TestConsole
let others: ConsoleProcess[] = []

const settingsOf = (name: string) => ({
  DATABASE_URL: place.where.databaseUrl!,
  QD_DATA_DIR: join(folder, name),
  QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
  QD_LOG_LEVEL: 'error',
})
const startNode = (name: string) => startConsoleProcess({ ...settingsOf(name), QD_SANDBOX: 'off' })
/** The same session on another node. */
const on = (url: string, speaker: Speaker) => speakTo(url, speaker.token)
const commit: Commit = (change) => first.audit.audit.commit(ENTRY, (tx) => change(tx as never))

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-nodes-'))
  const { QD_MASTER_KEY_FILE: _, ...settings } = settingsOf('first')
  first = await startTestConsole(settings)
  others = await Promise.all([startNode('second'), startNode('third')])
})
afterAll(async () => {
  await Promise.all(others.map((node) => node.stop()))
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('several consoles over one database', () => {
  test('[T4] a session of one works on the others and ends on all of them, open sockets included', async () => {
    const [second] = others
    const here = await first.signIn('reader')
    const there = on(second!.url, here)
    expect((await there.get('/adjust/userInfo')).http).toBe(200)
    const live = await openLive(second!.url, there)
    await here.post('/api/auth/logout')
    expect(await live.closed).toBe(4402)
    expect((await there.get('/adjust/userInfo')).http).toBe(401)
  })

  test('[S2.06] what a server tells one node is shown by the others, and what one sent another stands by', async () => {
    const [second, third] = others
    const server = callingServer(first.sandbox, 12)
    const clock = { real: Date.now(), game: Date.now(), offset: 0, zone: 'UTC' }
    const tell = async (origin: string, path: string, content: object) => {
      const body = JSON.stringify(content)
      const signed = signedAs(server, { method: 'POST', url: path, body })
      const headers = { ...signed, 'content-type': 'application/json' }
      const answer = await fetch(origin + path, { method: 'POST', headers, body })
      return ((await answer.json()) as { data: unknown }).data
    }
    const beat = { sId: 12, online: 77, state: 'drain', clock }
    expect(await tell(second!.url, '/open/v1/heartbeat', beat)).toMatchObject({ taken: true })
    const admin = await first.signIn('admin')
    for (const { url } of [first, ...others]) {
      const shown = await on(url, admin).post<{ sId: number }[]>('/adjust/server/states', { game: 'lantern' })
      expect(shown.body.data.find(({ sId }) => sId === 12)).toMatchObject({ online: 77, state: 'drain' })
    }
    const write = {
      idempotencyKey: 'nodes-0001',
      method: 'POST',
      path: '/gm/v1/time',
      bodySha256: 'a'.repeat(64),
    }
    expect(await tell(third!.url, '/open/v1/verify', write)).toEqual({ genuine: false })
    await first.gameServers.noteWrite({ game: 'lantern', platform: 1, sId: 12 }, write)
    expect(await tell(third!.url, '/open/v1/verify', write)).toEqual({ genuine: true })
  })

  test('[T4] rights taken on one are gone on the others, and their open pages hear of it', async () => {
    const userId = await first.session.administration.createUser(commit, {
      username: 'borrowed',
      name: 'borrowed',
      password: 'tide over the harbour wall',
      grants: [{ role: 'operator', scope: '*', environment: '*' }],
    })
    const there = on(others[0]!.url, await first.signIn('borrowed', 'tide over the harbour wall'))
    const ask = () => there.post(`/adjust/get?uId=${UID}`, { diffs: ['SettingsInfo'] })
    expect((await ask()).http).toBe(200)
    const live = await openLive(others[0]!.url, there)
    await live.open('session')
    await first.session.administration.setRoles(commit, userId, [])
    await live.next(({ event }) => event?.['kind'] === 'rights')
    expect((await ask()).http).toBe(403)
    live.socket.close()
  })

  test('a second factor asked for on one holds back the sessions of the others, open sockets included', async () => {
    const userId = await first.session.administration.createUser(commit, {
      username: 'heldback',
      name: 'heldback',
      password: 'tide over the harbour wall',
      grants: [{ role: 'operator', scope: '*', environment: '*' }],
    })
    const there = on(others[0]!.url, await first.signIn('heldback', 'tide over the harbour wall'))
    const live = await openLive(others[0]!.url, there)
    await live.open('session')
    const change = { name: 'heldback', department: '', mustUseSecondFactor: true }
    await first.session.accounts.update(commit as never, userId, change)
    // Told first, so that the page knows where to go, then closed.
    await live.next(({ event }) => event?.['kind'] === 'rights')
    const refused = await live.next((message) => 'error' in message)
    expect(refused).toMatchObject({ error: { err: { code: 'second_factor_setup' } } })
    const { http, body } = await there.post(`/adjust/get?uId=${UID}`, { diffs: ['SettingsInfo'] })
    expect([http, body.err?.code]).toEqual([403, 'second_factor_setup'])
    live.socket.close()
  })

  test('an edit made on one is told to the editors open on another', async () => {
    const here = await first.signIn('operator')
    const live = await openLive(others[1]!.url, on(others[1]!.url, here))
    await live.open('player-edits', { uId: UID })
    const loaded = await here.post<{ version: string; data: { settings: { voice: number } } }>(
      `/adjust/get?uId=${UID}`,
      { diffs: ['SettingsInfo'] },
    )
    const { voice } = loaded.body.data.data.settings
    const answer = await here.post<{ editId: string }>(`/adjust/api/change?uId=${UID}`, {
      version: loaded.body.data.version,
      changes: [{ diff: 'SettingsInfo', path: ['voice'], op: 'set', value: (voice + 1) % 100, old: voice }],
      reason: 'nodes test',
      idempotencyKey: 'nodes-test',
    })
    const told = await live.next(({ event }) => event !== undefined)
    expect(told.event).toMatchObject({ editId: answer.body.data.editId })
    live.socket.close()
  })

  test('a change of the catalogue on one is seen on the others', async () => {
    const there = on(others[0]!.url, await first.signIn('admin'))
    const names = async () => {
      const { body } = await there.post<{ name: string }[]>('/platform/game/list')
      return JSON.stringify(body.data)
    }
    expect(await names()).toContain(world.game.name)
    const game = { ...world.game, id: 'second-game', code: 'second', name: 'A second game' }
    const [operator] = world.operators
    const lines = operator!.lines.slice(0, 1).map((line) => ({ ...line, lineId: 'second-line', servers: [] }))
    const operators = [{ ...operator!, partnerCode: 'second', platform: 77, lines }]
    await first.gameCatalogue.seed({ ...world, game, operators }, [])
    await expect.poll(names, { timeout: 15_000 }).toContain('A second game')
  })
})

describe('a node that dies or stands still', () => {
  /** Saves the own profile over and over through the balancer; gives the names whose saving was acknowledged. */
  async function saveUntil(as: Speaker, prefix: string, isEnough: () => boolean): Promise<string[]> {
    const acknowledged: string[] = []
    for (let index = 0; !isEnough(); index++) {
      const department = `${prefix} ${index}`
      try {
        const answer = await as.post('/platform/user/info', { ...PROFILE, department })
        if (answer.http === 200) acknowledged.push(department)
      } catch (error) {
        // The node behind this connection died: whether it was saved nobody knows, the next call reaches another.
        if (!(error instanceof TypeError)) throw error
      }
    }
    return acknowledged
  }

  test('kill -9 in the middle of audited writes loses nothing acknowledged, the others go on', async () => {
    const victim = await startNode('victim')
    const balancer = await startBalancer([victim.url, others[0]!.url, others[1]!.url])
    const as = on(balancer.url, await first.signIn('operator'))
    let saved = 0
    let isKilled = false
    const enough = Promise.withResolvers<void>()
    const killing = (async () => {
      await enough.promise
      await victim.kill()
      isKilled = true
    })()
    let savedAfter = 0
    const writers = Array.from({ length: 6 }, (_, writer) =>
      saveUntil(as, `writer ${writer}`, () => {
        if (++saved > 40) enough.resolve()
        if (isKilled) savedAfter++
        return savedAfter > 120
      }),
    )
    const acknowledged = (await Promise.all(writers)).flat()
    await killing
    await balancer.close()
    expect(acknowledged.length).toBeGreaterThan(100)
    const rows = await first.store
      .as<AuditTables>()
      .read.selectFrom('audit_log')
      .select('entry')
      .where('action', '=', 'session.saveProfile')
      .execute()
    const written = new Set(
      rows.map(
        ({ entry }) =>
          (JSON.parse(entry) as { entry: { detail: { department: string } } }).entry.detail.department,
      ),
    )
    expect(acknowledged.filter((name) => !written.has(name))).toEqual([])
    const said: string[] = []
    const code = await runVerifyAudit({ ...place.where, migrations, print: (line) => said.push(line) })
    expect([code, said.join().slice(0, 8)]).toEqual([0, 'audit ok'])
  })

  test('[T4] a node that stood still answers nothing from what it remembers of before', async () => {
    const way = await throughProxy(place.where.databaseUrl!)
    const frozen = await startConsoleProcess({
      ...settingsOf('frozen'),
      DATABASE_URL: way.databaseUrl,
      QD_SANDBOX: 'off',
    })
    const here = await first.signIn('reader')
    const there = on(frozen.url, here)
    expect((await there.get('/adjust/userInfo')).http).toBe(200)
    const live = await openLive(frozen.url, there)
    frozen.child.signal('SIGSTOP')
    way.proxy.freeze()
    await here.post('/api/auth/logout')
    // Asked while it stands: the answer is made in its first moment after, before any news can arrive.
    const asked = there.get('/adjust/userInfo')
    const stoppedMs = performance.now()
    await expect.poll(() => performance.now() - stoppedMs, { timeout: 5_000 }).toBeGreaterThan(1_500)
    frozen.child.signal('SIGCONT')
    const answer = await asked
    expect([answer.http, answer.body.err?.code]).toEqual([503, 'store_unavailable'])
    way.proxy.thaw()
    expect(await live.closed).toBe(4402)
    await expect.poll(async () => (await there.get('/adjust/userInfo')).http, { timeout: 5_000 }).toBe(401)
    await frozen.stop()
    await way.proxy.close()
  })

  test('two nodes whose way to the database accepts and closes for seconds: refused at once, back without a storm', async () => {
    const ways = await Promise.all([1, 2].map(() => throughProxy(place.where.databaseUrl!)))
    const nodes = await Promise.all(
      ways.map(({ databaseUrl }, index) =>
        startConsoleProcess({
          ...settingsOf(`proxied ${index}`),
          DATABASE_URL: databaseUrl,
          QD_SANDBOX: 'off',
        }),
      ),
    )
    const listeners = async () => {
      const rows = await rowsOf(
        place.where.databaseUrl!,
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`,
      )
      return rows.length
    }
    const before = await listeners()
    const here = await first.signIn('reader')
    const ask = () =>
      Promise.all(nodes.map(async ({ url }) => (await on(url, here).get('/adjust/userInfo')).http))
    const ready = () =>
      Promise.all(nodes.map(async ({ url }) => (await speakTo(url, null).get('/readyz')).http))
    expect(await ask()).toEqual([200, 200])
    for (const { proxy } of ways) {
      proxy.behave('close')
      proxy.cut()
    }
    await expect.poll(ready, { timeout: 10_000 }).toEqual([503, 503])
    const sinceMs = performance.now()
    const accepted = ways.map(({ proxy }) => proxy.accepted)
    while (performance.now() - sinceMs < 8_000) {
      // Many at once, signed in and signing in: none waits for the database, none tries it.
      const logins = nodes.map(({ url }) =>
        speakTo(url, null).post('/api/auth/login', { username: 'reader', password: world.accountPassword }),
      )
      const answers = await Promise.all(logins)
      expect(answers.map(({ http, body }) => [http, body.err?.code])).toEqual(
        Array.from(nodes, () => [503, 'store_unavailable']),
      )
      expect(await ask()).toEqual([503, 503])
    }
    const most = (performance.now() - sinceMs) / 200 + 45
    for (const [index, { proxy }] of ways.entries()) {
      expect(proxy.accepted - accepted[index]!).toBeLessThan(most)
      proxy.behave('forward')
    }
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, 200])
    await expect.poll(ask, { timeout: 10_000 }).toEqual([200, 200])
    await expect.poll(listeners, { timeout: 10_000 }).toBe(before)
    await Promise.all(nodes.map((node) => node.stop()))
    await expect.poll(listeners, { timeout: 10_000 }).toBe(before - 2)
    await Promise.all(ways.map(({ proxy }) => proxy.close()))
  }, 90_000)

  test('[store.migrate] three that start at once on an empty database make it once', async () => {
    const empty = await makeTestPlace('postgres')
    const start = (name: string) =>
      startConsoleProcess({
        QD_SANDBOX: 'off',
        QD_LOG_LEVEL: 'error',
        DATABASE_URL: empty.where.databaseUrl!,
        QD_DATA_DIR: join(folder, name),
        QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
      })
    const nodes = await Promise.all(['a', 'b', 'c'].map(start))
    for (const node of nodes) expect((await speakTo(node.url, null).get('/readyz')).http).toBe(200)
    await Promise.all(nodes.map((node) => node.stop()))
    const store = await openStore<{ schema_migrations: { name: string } }>({
      ...empty.where,
      migrations,
      readOnly: true,
    })
    expect(await count(store.read, 'schema_migrations')).toBe(migrations.length)
    await store.close()
    await empty.remove()
  })
})
