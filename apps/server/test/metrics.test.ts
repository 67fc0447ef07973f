import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GameError } from '@qd/game-contract/adapter'
import type { GameAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import type { JobTables } from '@qd/jobs/server'
import type { NotificationTables } from '@qd/notifications/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRegistry } from '../metrics/registry.ts'
import { watchAdapter } from '../metrics/watch-adapter.ts'
import { openLive, startTestConsole } from '../testing/index.ts'
import { failingHook, waitingJob, waitingMail } from '../testing/waiting-rows.ts'
import type { TestConsole } from '../testing/index.ts'

const TOKEN = 'token-of-the-scraper'
let folder: string
let running: TestConsole

const scrape = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-metrics-'))
  writeFileSync(join(folder, 'token'), `${TOKEN}\n`)
  running = await startTestConsole({ QD_METRICS_TOKEN_FILE: join(folder, 'token') })
})
afterAll(async () => {
  await running.dispose()
  rmSync(folder, { recursive: true, force: true })
})

describe('/metrics', () => {
  test('tells calls, writes, audit, game servers, sessions and sockets, in series of declared names only', async () => {
    const as = await running.signIn('operator')
    const live = await openLive(running.url, as)
    await as.post('/adjust/get?uId=30123000045', { diffs: ['SettingsInfo'] })
    await as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department: 'x' })
    for (let index = 0; index < 50; index++)
      await running.anonymous.get(`/no/such/page/${index}?secret=canary`)
    const answer = await scrape(running.url, { authorization: `Bearer ${TOKEN}` })
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    for (const line of [
      'quarterdeck_http_seconds_count{call="session.login",status="200"} 1',
      'quarterdeck_http_seconds_count{call="other",status="404"} 50',
      'quarterdeck_live_sockets 1',
      'quarterdeck_sessions 1',
      'quarterdeck_database_up 1',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    for (const name of ['store_write_seconds', 'audit_seconds', 'game_call_seconds']) {
      expect(text).toMatch(new RegExp(`quarterdeck_${name}_count{.*result="ok"} [1-9]`))
    }
    expect(text).not.toMatch(/canary|operator|30123000045|such/)
    // Each line is a comment or a number with a name, as the text format has it.
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+({.*})? -?[\d.e+-]+)$/)
    }
    live.socket.close()
  })

  test('[T29] no odd request makes a series: paths, methods, hosts, queries and failing bodies', async () => {
    const seriesNow = async () => {
      const answer = await scrape(running.url, { authorization: `Bearer ${TOKEN}` })
      const lines = (await answer.text()).split('\n')
      return lines.filter((line) => line.startsWith('quarterdeck_http_seconds_count'))
    }
    const before = new Set((await seriesNow()).map((line) => line.split(' ')[0]))
    const port = new URL(running.url).port
    const odd = (index: number) =>
      new Promise<void>((resolve, reject) => {
        const method = ['GET', 'POST', 'PROPFIND', 'OPTIONS', 'DELETE', 'HEAD'][index % 6]
        const path = [`/odd-${index}`, `/line/${index}/adjust/get`, `/api/auth/login?x=${index}`][index % 3]
        const headers = { host: index % 2 === 0 ? `host-${index}.example` : 'localhost', lang: `x${index}` }
        const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
          answer.resume().once('end', resolve)
        })
        sent.once('error', reject).end(method === 'POST' ? `{"${index}` : undefined)
      })
    for (let index = 0; index < 1_200; index += 40)
      await Promise.all(Array.from({ length: 40 }, (_, each) => odd(index + each)))
    const made = (await seriesNow()).map((line) => line.split(' ')[0]!).filter((line) => !before.has(line))
    expect(made.length).toBeLessThan(20)
    expect(made.join()).not.toMatch(/odd|host-|PROPFIND|x1/)
  })

  test('[T29] without the token the address does not exist', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, TOKEN]) {
      const answer = await scrape(running.url, authorization === '' ? {} : { authorization })
      expect([answer.status, ((await answer.json()) as { err: { code: string } }).err.code]).toEqual([
        404,
        'not_found',
      ])
    }
  })

  test('[T29] without a token file this machine may look, but nobody a proxy brought', async () => {
    const bare = await startTestConsole({ QD_SANDBOX: 'off' })
    expect((await scrape(bare.url)).status).toBe(200)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
      expect((await scrape(bare.url, { [name]: '127.0.0.1' })).status).toBe(404)
    }
    await bare.dispose()
    const proxied = await startTestConsole({ QD_SANDBOX: 'off', QD_TRUSTED_PROXIES: 'loopback' })
    expect((await scrape(proxied.url)).status).toBe(404)
    await proxied.dispose()
  })

  test('a token that is missing or short stops the start and names the variable', async () => {
    writeFileSync(join(folder, 'short'), 'short')
    for (const file of ['short', 'missing']) {
      await expect(
        startTestConsole({ QD_SANDBOX: 'off', QD_METRICS_TOKEN_FILE: join(folder, file) }),
      ).rejects.toThrow('QD_METRICS_TOKEN_FILE')
    }
  })

  test('tells jobs, what waits to be sent, webhooks that fail, and the last backup that was made beside it', async () => {
    const lines = async () => {
      const answer = await scrape(running.url, { authorization: `Bearer ${TOKEN}` })
      const text = await answer.text()
      return text
        .split('\n')
        .filter((line) => /^quarterdeck_(job|deliver|webhook|files|last_backup)/.test(line))
    }
    const nothing = [
      ...['queued', 'running', 'pausing', 'paused', 'cancelling'].map(
        (state) => `quarterdeck_jobs{state="${state}"} 0`,
      ),
      'quarterdeck_job_waiting_seconds 0',
      'quarterdeck_deliveries_waiting{way="mail"} 0',
      'quarterdeck_deliveries_waiting{way="webhook"} 0',
      'quarterdeck_delivery_waiting_seconds{way="mail"} 0',
      'quarterdeck_delivery_waiting_seconds{way="webhook"} 0',
      'quarterdeck_webhooks{state="working"} 0',
      'quarterdeck_webhooks{state="failing"} 0',
      'quarterdeck_webhooks{state="switched_off"} 0',
      'quarterdeck_files_folders 1',
    ]
    expect(await lines()).toEqual(nothing)

    const backup = spawn(
      process.execPath,
      [join(import.meta.dirname, '../cli/backup.ts'), '--to', `${folder}/`],
      {
        env: { ...process.env, QD_DATA_DIR: running.dataDir, QD_SANDBOX: 'off' },
        stdio: 'ignore',
      },
    )
    expect(await once(backup, 'exit')).toEqual([0, null])
    const store = running.store.as<NotificationTables & JobTables>()
    const anHourAgo = Date.now() - 3_600_000
    await store.write(async (tx) => {
      // Of kinds that this program does not know, so that nobody works on them.
      await tx
        .insertInto('job')
        .values({ ...waitingJob, updated_at: anHourAgo })
        .execute()
      await tx
        .insertInto('notice_delivery')
        .values({ ...waitingMail, created_at: anHourAgo })
        .execute()
      await tx
        .insertInto('webhook')
        .values({ ...failingHook, id: 'a', fails_since: anHourAgo })
        .execute()
      await tx
        .insertInto('webhook')
        .values({ ...failingHook, id: 'b', is_on: 0, is_off_by_failure: 1 })
        .execute()
    })
    const found = new Map((await lines()).map((line) => line.split(' ') as [string, string]))
    const value = (name: string) => Number(found.get(name))
    expect(value('quarterdeck_jobs{state="queued"}')).toBe(1)
    expect(value('quarterdeck_job_waiting_seconds')).toBeGreaterThanOrEqual(3_600)
    expect(value('quarterdeck_deliveries_waiting{way="mail"}')).toBe(1)
    expect(value('quarterdeck_delivery_waiting_seconds{way="mail"}')).toBeGreaterThanOrEqual(3_600)
    expect(value('quarterdeck_deliveries_waiting{way="webhook"}')).toBe(0)
    expect(value('quarterdeck_webhooks{state="failing"}')).toBe(1)
    expect(value('quarterdeck_webhooks{state="switched_off"}')).toBe(1)
    expect(value('quarterdeck_last_backup_timestamp_seconds')).toBeGreaterThan(anHourAgo / 1_000)
  })

  test('the dashboard and the alerts ask for nothing that is not measured', async () => {
    const answer = await scrape(running.url, { authorization: `Bearer ${TOKEN}` })
    const measured = new Set((await answer.text()).match(/quarterdeck_\w+/g))
    for (const file of ['dashboard.json', 'alerts.yaml']) {
      const text = readFileSync(join(import.meta.dirname, '../../../docs/deploy', file), 'utf8')
      const asked = text.match(/quarterdeck_[a-z_]+/g)!
      expect(asked.filter((name) => !measured.has(name))).toEqual([])
    }
  })
})

test('series beyond the limit are counted together, odd labels are escaped', async () => {
  const registry = createRegistry()
  const counter = registry.counter({ name: 'many', help: 'Many.', labelNames: ['label'] })
  for (let index = 0; index < 5_000; index++) counter.add({ label: `${index}"\n` })
  const lines = (await registry.text()).trim().split('\n')
  expect(lines.length).toBe(303)
  expect(lines).toContain('many{label="other"} 4700')
  expect(lines).toContain(String.raw`many{label="7\"\n"} 1`)
  const pairs = registry.counter({ name: 'pairs', help: 'Pairs.', labelNames: ['one', 'two'] })
  for (let index = 0; index < 10_000; index++)
    pairs.add({ one: String(index % 100), two: String(Math.floor(index / 100)) })
  const found = (await registry.text()).split('\n').filter((line) => line.startsWith('pairs{'))
  expect(found.length).toBeLessThanOrEqual(2_001)
  expect(found).toContain('pairs{one="other",two="other"} 8000')
})

test('thousands of servers, most of them in no record, are a few hundred series that add up', async () => {
  const registry = createRegistry()
  const games = registry.histogram({ name: 'games', help: 'Games.', labelNames: ['server', 'result'] })
  const adapter = { meta: async () => null } as unknown as GameAdapter
  const watched = watchAdapter(adapter, games, ({ sId }) => sId < 1_000)
  const target = (sId: number) => ({ game: 'lantern', platform: 3, sId }) as GameServerTarget
  for (let sId = 0; sId < 5_000; sId++)
    await (watched.meta as (at: GameServerTarget) => Promise<unknown>)(target(sId))
  const counts = (await registry.text()).split('\n').filter((line) => line.startsWith('games_count'))
  expect(counts.length).toBe(301)
  expect(counts).toContain('games_count{server="lantern/3/7",result="ok"} 1')
  expect(counts).toContain('games_count{server="other",result="ok"} 4700')
})

test('calls in groups are measured too, and what is not offered stays so', async () => {
  const registry = createRegistry()
  const games = registry.histogram({ name: 'games', help: 'Games.', labelNames: ['server', 'result'] })
  const read = () => Promise.reject(new GameError({ kind: 'down' }))
  const adapter = { name: 'few', meta: async () => null, time: { read } } as unknown as GameAdapter
  const watched = watchAdapter(adapter, games, () => true)
  const target = { game: 'lantern', platform: 3, sId: 7 } as GameServerTarget
  await expect(watched.time!.read(target)).rejects.toMatchObject({ kind: 'down' })
  expect(await registry.text()).toContain('games_count{server="lantern/3/7",result="down"} 1')
  expect([watched.name, watched.data]).toEqual(['few', undefined])
})

test('pages built anew under a running console are served', async () => {
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'index.html'), 'old page')
  const served = await startTestConsole({ QD_SANDBOX: 'off' }, {}, web)
  expect(await (await fetch(served.url)).text()).toBe('old page')
  writeFileSync(join(web, 'index.html'), 'new page')
  writeFileSync(join(web, 'assets', 'new-hash.js'), 'new script')
  expect(await (await fetch(served.url)).text()).toBe('new page')
  const script = await fetch(`${served.url}/assets/new-hash.js`)
  expect([await script.text(), script.headers.get('cache-control')]).toEqual([
    'new script',
    'public, max-age=31536000, immutable',
  ])
  expect((await fetch(`${served.url}/assets/gone.js`)).status).toBe(404)
  expect((await fetch(`${served.url}/..%2f..%2fetc%2fpasswd`)).status).toBeGreaterThanOrEqual(400)
  await served.dispose()
})
