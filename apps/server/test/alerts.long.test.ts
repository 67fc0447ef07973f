import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestPlace, onDatabase, throughProxy } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteBackup } from '../backup/last-backup.ts'
import { deployFile, REPOSITORY } from '../testing/deploy-files.ts'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/*
 * The alerts and the dashboard, over what a real console measures: promtool evaluates them as Prometheus would, as if what
 * happened between two looks happened each minute.
 */

const UID = '30123000045'
const MINUTES = 45
const HEALTHY_SECONDS_OF_BACKUP = 3_600

let place: Awaited<ReturnType<typeof makeTestPlace>>
let way: Awaited<ReturnType<typeof throughProxy>>
let running: TestConsole
let admin: Speaker
let operator: Speaker

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  way = await throughProxy(place.where.databaseUrl!)
  running = await startTestConsole({ DATABASE_URL: way.databaseUrl, QD_LOG_LEVEL: 'silent' })
  ;[admin, operator] = [await running.signIn('admin'), await running.signIn('operator')]
  await noteBackup(running.dataDir, { at: Date.now() - HEALTHY_SECONDS_OF_BACKUP * 1_000, rows: 1 })
})
afterAll(async () => {
  way.proxy.thaw()
  await running.dispose()
  await way.proxy.close()
  await place.remove()
})

/** Value by series, as Prometheus reads it. */
async function look(): Promise<Map<string, number>> {
  const text = await (await fetch(`${running.url}/metrics`)).text()
  const found = new Map<string, number>()
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('#')) continue
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!
    // In the time of promtool it is now when the last minute is over.
    const isTime = name === 'quarterdeck_last_backup_timestamp_seconds'
    const shown = isTime ? Number(value) - Math.round(Date.now() / 1_000) + MINUTES * 60 : Number(value)
    const own = ['job="quarterdeck"', 'instance="one"', ...(labels === '' ? [] : [labels])]
    found.set(`${name}{${own.join(',')}}`, shown)
  }
  return found
}

type Series = { series: string; values: string }[]

/** What happened meanwhile, once a minute. */
async function seriesOf(work: () => Promise<unknown>): Promise<Series> {
  const before = await look()
  await work()
  const after = await look()
  const series = [...after].map(([name, value]) => {
    const isCounted = /_(count|sum|bucket)\{/.test(name)
    const from = before.get(name) ?? 0
    return { series: name, values: isCounted ? `${from}+${value - from}x${MINUTES}` : `${value}x${MINUTES}` }
  })
  return [...series, { series: 'up{job="quarterdeck",instance="one"}', values: `1x${MINUTES}` }]
}

interface Expected {
  expr: string
  eval_time: string
  exp_samples: { labels: string; value: number }[]
}

/** What promtool says; empty when all is as expected. */
function evaluate(series: Series, expected: readonly Expected[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'qd-alerts-'))
  const file = join(folder, 'test.yaml')
  // JSON is YAML too.
  const text = {
    rule_files: [join(REPOSITORY, 'docs/deploy/alerts.yaml')],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: series, promql_expr_test: expected }],
  }
  writeFileSync(file, JSON.stringify(text))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** The alerts that are there at the end, by name. */
const firing = (...names: readonly string[]): Expected => ({
  expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
  eval_time: `${MINUTES}m`,
  exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
})

/** Whether this alert is there at the end, beside whichever others. */
const alsoFiring = (name: string): Expected => ({
  ...firing(name),
  expr: `group by (alertname) (ALERTS{alertstate="firing",alertname="${name}"})`,
})

const save = (as: Speaker, department: string) =>
  as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })

/** What people do all day, refusals included. */
async function ordinaryWork(): Promise<void> {
  const { body } = await admin.post<{ kinds: { kind: string }[] }>('/platform/webhook/list')
  const values = {
    name: `hook ${Math.random()}`,
    scope: '*',
    kinds: body.data.kinds.slice(0, 1).map(({ kind }) => kind),
    shape: 'json',
    lang: 'en',
    url: 'https://hooks.example.org/x',
    feishuSecret: '',
    allowPrivate: false,
    allowLoopback: false,
    isOn: true,
  }
  const made = await admin.post<{ id: string }>('/platform/webhook/save', { values })
  expect(made).toMatchObject({ http: 200 })
  const { id } = made.body.data
  for (let index = 0; index < 30; index++) {
    await save(operator, `ordinary ${index}`)
    await operator.post(`/adjust/get?uId=${UID}`, { diffs: ['SettingsInfo'] })
    await operator.get('/adjust/userInfo')
    // Somebody else was faster.
    expect((await admin.post('/platform/webhook/renew', { id, version: 77 })).http).toBe(409)
  }
  await running.anonymous.post('/api/auth/login', { username: 'operator', password: 'a wrong password' })
  await admin.post('/platform/webhook/remove', { id, version: 1 })
}

/** Holds up everybody who writes into the audit, for so long at a time, until the work is done. */
async function heldUp(seconds: number, work: () => Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const holding = (async () => {
    while (!over.signal.aborted)
      await onDatabase(
        place.where.databaseUrl!,
        `begin; select 1 from audit_head for update; select pg_sleep(${seconds}); commit`,
      )
  })()
  await work()
  over.abort()
  await holding
}

const results = (series: Series) => series.map((each) => each.series).join('\n')

test('a healthy console, refusals of changes included, raises no alert; every panel shows something', async () => {
  const series = await seriesOf(ordinaryWork)
  expect(results(series)).toMatch(/audit_seconds_count\{.*result="refused"/)
  expect(results(series)).not.toMatch(/audit_seconds_count\{.*result="failed"/)
  expect(evaluate(series, [firing()])).toBe('')
  const dashboard = JSON.parse(deployFile('dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  // One that has nothing to show on a healthy console.
  const shown = asked.filter((expr) => !expr.includes('result!="ok"'))
  expect(shown.length).toBeGreaterThan(20)
  const expected = shown.map((expr) => ({
    expr: `clamp_max(count(${expr.replaceAll('$instance', '.*')}), 1)`,
    eval_time: `${MINUTES}m`,
    exp_samples: [{ labels: '{}', value: 1 }],
  }))
  expect(evaluate(series, expected)).toBe('')
})

test('a slow database is told as slow writes, and as nothing else', async () => {
  const series = await seriesOf(() =>
    heldUp(0.9, async () => {
      for (let index = 0; index < 10; index++) await save(operator, `slow ${index}`)
    }),
  )
  expect(evaluate(series, [firing('QuarterdeckSlowWrites')])).toBe('')
})

test('a database that takes no row of the audit is told as that', async () => {
  const series = await seriesOf(() =>
    heldUp(14, async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => save(operator, `failing ${index}`)),
      )
      expect(answers.map(({ body }) => body.err?.code)).toContain('audit_unavailable')
    }),
  )
  // Whether its transactions end by their own limit first depends on who was faster.
  expect(evaluate(series, [alsoFiring('QuarterdeckAuditFailing')])).toBe('')
})

test('game servers, e-mail, webhooks, jobs and a backup that fail or wait are told each by their own alert', async () => {
  const series = await seriesOf(async () => {
    await running.sandbox!.stop()
    for (let index = 0; index < 12; index++)
      await operator.post(`/adjust/get?uId=${UID}`, { diffs: ['SettingsInfo'] })
    await noteBackup(running.dataDir, { at: Date.now() - 2 * 86_400_000, rows: 1 })
  })
  expect(evaluate(series, [firing('QuarterdeckBackupOld', 'QuarterdeckGameServerFailing')])).toBe('')
  const waiting = (name: string, labels: string, value: number) => ({
    series: `${name}{job="quarterdeck",instance="one"${labels}}`,
    values: `${value}x${MINUTES}`,
  })
  const failing = [
    waiting('quarterdeck_job_waiting_seconds', '', 2_000),
    waiting('quarterdeck_delivery_waiting_seconds', ',way="mail"', 2_000),
    waiting('quarterdeck_webhooks', ',state="failing"', 1),
    waiting('quarterdeck_files_folders', '', 2),
    waiting('quarterdeck_last_backup_timestamp_seconds', '', 0),
  ]
  const names = [
    'QuarterdeckFilesApart',
    'QuarterdeckJobsWaiting',
    'QuarterdeckMailWaiting',
    'QuarterdeckWebhooksFailing',
  ]
  expect(evaluate(failing, [firing(...names)])).toBe('')
})

test('a database that is away is told as that, by each node', async () => {
  way.proxy.freeze()
  const series = await seriesOf(async () => {
    await expect.poll(async () => (await running.anonymous.get('/readyz')).http).toBe(503)
    for (let index = 0; index < 12; index++) await save(operator, `away ${index}`)
  })
  way.proxy.thaw()
  expect(results(series)).toContain('quarterdeck_database_up')
  expect(evaluate(series, [alsoFiring('QuarterdeckDatabaseAway')])).toBe('')
})
