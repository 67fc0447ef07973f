import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVerifyAudit } from '@qd/audit/server'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { speakTo, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const UID = '30123000045'

interface Committed {
  version: string
  editId: string
  results: { status: number }[]
}

async function commitVoice(as: Speaker, step: number) {
  const loaded = await as.post<{ version: string; data: { settings: { voice: number } } }>(
    `/adjust/get?uId=${UID}`,
    { diffs: ['SettingsInfo'] },
  )
  const { voice } = loaded.body.data.data.settings
  const value = (voice + step) % 100
  const answer = await as.post<Committed>(`/adjust/api/change?uId=${UID}`, {
    version: loaded.body.data.version,
    changes: [{ diff: 'SettingsInfo', path: ['voice'], op: 'set', value, old: voice }],
    reason: 'console test',
    idempotencyKey: `console-${step}-${randomBytes(6).toString('hex')}`,
  })
  return { answer, value }
}

describe.each(['sqlite', 'postgres'] as const)('a console on %s', (dialect) => {
  let running: TestConsole
  let place: Awaited<ReturnType<typeof makeTestPlace>>
  let settings: Record<string, string>

  beforeAll(async () => {
    place = await makeTestPlace(dialect)
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-console-'))
    settings = {
      QD_DATA_DIR: dataDir,
      ...(place.where.databaseUrl === undefined ? {} : { DATABASE_URL: place.where.databaseUrl }),
    }
    running = await startTestConsole(settings)
  })
  afterAll(async () => {
    await running.dispose()
    await place.remove()
  })

  test('[S2.19] the sandbox brings a project with approval, mail, codes and items', async () => {
    const as = await running.signIn('operator')
    const { body } = await as.post<{ list: { children: { type: string }[]; project_ident: string }[] }>(
      '/platform/menu/list',
      { game: 'lantern' },
    )
    expect(body.data.list.map(({ project_ident }) => project_ident)).toEqual(['lantern'])
    const types = body.data.list.flatMap(({ children }) => children.map(({ type }) => type))
    expect(types).toEqual(['releaseApply', 'email', 'redeemCode', 'gameProp'])
  })

  test('[S7.15] commits, keeps the edit and a whole audit chain, also over a restart', async () => {
    const { answer, value } = await commitVoice(await running.signIn('operator'), 7)
    expect([answer.http, answer.body.data.results[0]?.status]).toEqual([200, 0])
    await running.stop()
    running = await startTestConsole(settings)
    const as = await running.signIn('operator')
    const history = await as.post<{ list: { id: string; status: string }[] }>(
      `/adjust/history/list?uId=${UID}`,
      {},
    )
    expect(history.body.data.list[0]).toMatchObject({ id: answer.body.data.editId, status: 'applied' })
    const loaded = await as.post<{ data: { settings: { voice: number } } }>(`/adjust/get?uId=${UID}`, {
      diffs: ['SettingsInfo'],
    })
    expect(loaded.body.data.data.settings.voice).toBe(value)
    const said: string[] = []
    const code = await runVerifyAudit({
      ...place.where,
      ...(dialect === 'sqlite' ? { dataDir: running.dataDir } : {}),
      migrations,
      print: (line) => said.push(line),
    })
    expect([code, said.join().slice(0, 8)]).toEqual([0, 'audit ok'])
  })

  test('[S7.21] the settings file is read at the start and laid over the settings of the program', async () => {
    const file = join(running.dataDir, 'settings.json')
    writeFileSync(file, JSON.stringify({ jsonDeep: 4, menus: [] }))
    await running.stop()
    running = await startTestConsole(settings)
    const config = await running.anonymous.get<Record<string, unknown>>('/api/sys/config')
    expect(config.body.data).toMatchObject({ jsonDeep: 4, jsonExpand: 3, menus: [] })
    rmSync(file)
    await running.stop()
    running = await startTestConsole(settings)
  })

  test('[S3.14] health, settings and the document of calls', async () => {
    const health = await running.anonymous.get('/healthz')
    expect([health.http, health.body.data]).toEqual([200, 'ok'])
    expect((await running.anonymous.get('/readyz')).http).toBe(200)
    const config = await running.anonymous.get<Record<string, unknown>>('/api/sys/config')
    expect(config.body.data).toMatchObject({
      PLATFORM_BASE_NUM: 1e10,
      SID_BASE_NUM: 1e6,
      jsonDeep: 2,
      jsonExpand: 3,
      sandbox: true,
    })
    expect((await running.anonymous.get('/docs')).http).toBe(401)
  })

  test('[S4.04] signing out ends the token on every call at once', async () => {
    const as = await running.signIn('reader')
    expect((await as.get('/adjust/userInfo')).http).toBe(200)
    await as.post('/api/auth/logout')
    expect((await as.get('/adjust/userInfo')).http).toBe(401)
  })

  test('a stopped game server is 503 for its players and leaves the others alone', async () => {
    const as = await running.signIn('admin')
    await running.sandbox!.stopServer(124)
    const down = await as.post('/adjust/get?uId=30124000003', {})
    expect([down.http, down.body.err?.code]).toEqual([503, 'upstream_down'])
    const list = await as.post<{ sId: number; status: string }[]>('/partner/server/list/northwind-test')
    expect((await as.post(`/adjust/get?uId=${UID}`, {})).http).toBe(200)
    await running.sandbox!.startServer(124)
    expect(list.body.data.map(({ sId }) => sId)).toEqual([123, 124])
  })
})

test('a wrong master key starts sealed: health answers, secrets stay closed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-sealed-'))
  const first = await startTestConsole({ QD_DATA_DIR: dataDir })
  await first.stop()
  writeFileSync(join(dataDir, 'master.key'), `${randomBytes(32).toString('base64')}\n`)
  const sealed = await startTestConsole({ QD_DATA_DIR: dataDir })
  try {
    expect((await sealed.anonymous.get('/healthz')).http).toBe(200)
    const as = await sealed.signIn('admin')
    const answer = await as.post(`/adjust/get?uId=${UID}`, {})
    expect([answer.http, answer.body.err?.code]).toEqual([503, 'secrets_sealed'])
  } finally {
    await sealed.dispose()
  }
})

describe('the process', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'qd-process-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  test('without the sandbox it prints a one-time set-up link and has no account', async () => {
    const settings = { QD_DATA_DIR: join(dataDir, 'bare'), QD_SANDBOX: 'off' }
    const running = await startConsoleProcess(settings)
    try {
      const link = running.lines.map((line) => /(http\S+#\/setup\?code=\S+)/.exec(line)?.[1]).find(Boolean)
      const code = new URL(link!.replace('/#', '')).searchParams.get('code')
      const nobody = speakTo(running.url, null)
      for (const password of ['quarterdeck-sandbox', 'admin', '']) {
        const login = await nobody.post('/api/auth/login', { username: 'admin', password })
        expect([400, 401]).toContain(login.http)
      }
      expect(
        (await nobody.post('/api/auth/setup', { code, username: 'first', password: 'short' })).http,
      ).toBe(400)
      const made = await nobody.post('/api/auth/setup', {
        code,
        username: 'first',
        password: 'a long pass phrase',
      })
      expect(made.http).toBe(200)
      const again = await nobody.post('/api/auth/setup', {
        code,
        username: 'second',
        password: 'a long pass phrase',
      })
      expect([again.http, again.body.err?.code]).toEqual([404, 'setup_closed'])
      const login = await nobody.post('/api/auth/login', {
        username: 'first',
        password: 'a long pass phrase',
      })
      expect(login.http).toBe(200)
      const byQuery = await nobody.get('/api/auth/login?username=first&password=a%20long%20pass%20phrase')
      expect([byQuery.http, byQuery.body.err?.code]).toEqual([404, 'login_get_disabled'])
    } finally {
      await running.stop()
    }
    const later = await startConsoleProcess(settings)
    expect(later.lines.join('\n')).not.toContain('setup?code')
    await later.stop()
  })

  test('a busy port and a second console on the same data are one line each', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const settings = { QD_DATA_DIR: join(dataDir, 'busy'), QD_SANDBOX: 'off' }
    await expect(startConsoleProcess({ ...settings, QD_PORT: String(port) })).rejects.toThrow(/QD_PORT/)
    await new Promise((resolve) => taken.close(resolve))
    const running = await startConsoleProcess(settings)
    await expect(startConsoleProcess(settings)).rejects.toThrow(
      new RegExp(`Another Quarterdeck .*${running.child.pid}`),
    )
    await running.stop()
  })
})
