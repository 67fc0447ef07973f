import { runVerifyAudit } from '@qd/audit/server'
import type { AuditTables } from '@qd/audit/server'
import { makeTestPlace, throughProxy } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { openLive, speakTo, startTestConsole } from '../testing/index.ts'
import type { Answer, Speaker } from '../testing/index.ts'

const PASSWORD = 'tide over the harbour wall'

async function firstAccount(url: string, code: string): Promise<Speaker> {
  const nobody = speakTo(url, null)
  await nobody.post('/api/auth/setup', { code, username: 'root', password: PASSWORD })
  const login = await nobody.post<{ token: string }>('/api/auth/login', {
    username: 'root',
    password: PASSWORD,
  })
  return speakTo(url, login.body.data.token)
}

const save = (as: Speaker, department: string) =>
  as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })
const codeOf = ({ http, body }: Answer<unknown>) => [http, body.err?.code]

test('a database that is gone and comes back: calls are refused, nothing is half done, all goes on by itself', async () => {
  const place = await makeTestPlace('postgres')
  const way = await throughProxy(place.where.databaseUrl!)
  const running = await startTestConsole({
    DATABASE_URL: way.databaseUrl,
    QD_SANDBOX: 'off',
    QD_LOG_LEVEL: 'silent',
  })
  await running.access.access.ensureBuiltInRoles(running.catalogue())
  const as = await firstAccount(running.url, (await running.session.announceSetup())!.code)
  const live = await openLive(running.url, as)
  const acknowledged: string[] = []
  const refused = new Set<string>()
  const stop = new AbortController()
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let index = 0; !stop.signal.aborted; index++) {
      const department = `${writer} ${index}`
      const answer = await save(as, department)
      if (answer.http === 200) acknowledged.push(department)
      else refused.add(codeOf(answer).join(' '))
    }
  })
  for (const fault of ['silent', 'reset'] as const) {
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(before + 5)
    way.proxy.freeze()
    if (fault === 'reset') way.proxy.cut()
    await expect
      .poll(async () => (await running.anonymous.get('/readyz')).http, { timeout: 15_000 })
      .toBe(503)
    expect((await running.anonymous.get('/healthz')).http).toBe(200)
    expect(codeOf(await as.get('/adjust/userInfo'))).toEqual([503, 'store_unavailable'])
    const login = running.anonymous.post('/api/auth/login', { username: 'root', password: PASSWORD })
    expect(codeOf(await login)).toEqual([503, 'store_unavailable'])
    way.proxy.thaw()
    await expect
      .poll(async () => (await running.anonymous.get('/readyz')).http, { timeout: 15_000 })
      .toBe(200)
  }
  const after = acknowledged.length
  await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(after + 5)
  stop.abort()
  await Promise.all(writers)
  expect([...refused].filter((each) => !/^503 (store|audit)_unavailable$/.test(each))).toEqual([])
  const rows = await running.store.as<AuditTables>().read.selectFrom('audit_log').select('entry').execute()
  const written = rows.map(({ entry }) => entry).join('\n')
  expect(acknowledged.filter((department) => !written.includes(`"department":"${department}"`))).toEqual([])
  const said: string[] = []
  await runVerifyAudit({ ...place.where, migrations, print: (line) => said.push(line) })
  expect(said.join()).toContain('audit ok')
  // Nobody could tell whether they may still listen: closed, but not as a session that ended.
  expect(await live.closed).toBe(1013)
  await running.dispose()
  await way.proxy.close()
  await place.remove()
}, 90_000)
