import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

const TOKEN = 'token-of-the-scraper'
let folder: string
let running: TestConsole

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-hosts-'))
  writeFileSync(join(folder, 'index.html'), 'the page')
  writeFileSync(join(folder, 'app.js'), 'the script')
  writeFileSync(join(folder, 'token'), TOKEN)
  running = await startTestConsole(
    {
      QD_SANDBOX: 'off',
      QD_PUBLIC_URL: 'https://console.example.org:8443/ops/',
      QD_ALLOWED_ORIGINS: 'https://Other.example.org',
      QD_ALLOWED_HOSTS: 'node-1.internal, 2001:db8::1',
      QD_METRICS_TOKEN_FILE: join(folder, 'token'),
    },
    {},
    folder,
  )
})
afterAll(async () => {
  await running.dispose()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  url?: string
  headers?: Record<string, string>
}

/** Status of a GET under a host name; undefined: without any `Host`. */
function get(path: string, host: string | undefined, { url = running.url, headers = {} }: Asked = {}) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(
      url + path,
      { setHost: false, headers: { ...headers, ...(host === undefined ? {} : { host }) } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

describe('the names of a console', () => {
  test('are those of loopback and of its settings, for pages and calls alike', async () => {
    for (const host of [
      'localhost',
      '127.0.0.1:1',
      'console.example.org',
      'other.example.org:80',
      'NODE-1.internal.',
      '[2001:db8:0::1]:8600',
    ]) {
      for (const path of ['/', '/app.js', '/api/sys/config']) {
        expect([host, path, await get(path, host)]).toEqual([host, path, 200])
      }
    }
  })

  test('nothing is answered under another one', async () => {
    for (const host of ['evil.example', 'example.org', 'internal', '10.0.0.1', undefined]) {
      for (const path of ['/', '/app.js', '/api/sys/config', '/none', '/adjust/userInfo', '/metrics']) {
        expect([host, path, await get(path, host)]).toEqual([host, path, 421])
      }
    }
  })

  test('health is told to everybody, numbers to who brings the token', async () => {
    for (const host of ['evil.example', undefined, '10.0.0.1:8600']) {
      expect(await get('/healthz', host)).toBe(200)
      expect(await get('/readyz?now', host)).toBe(200)
      expect(await get('/healthz/', host)).toBe(421)
      expect(await get('/metrics', host, { headers: { authorization: `Bearer ${TOKEN}` } })).toBe(200)
      expect(await get('/metrics', host, { headers: { authorization: 'Bearer wrong' } })).toBe(404)
    }
  })

  test('without a token file no invented token opens the numbers to a stranger’s name', async () => {
    const bare = await startTestConsole({ QD_SANDBOX: 'off' })
    const asked = { url: bare.url, headers: { authorization: `Bearer ${TOKEN}` } }
    expect(await get('/metrics', 'evil.example', asked)).toBe(421)
    expect(await get('/metrics', 'localhost', asked)).toBe(200)
    await bare.dispose()
  })
})

test('the address a console on every address tells its first administrator is one it answers under', async () => {
  const open = await startTestConsole({
    QD_SANDBOX: 'off',
    QD_HOST: '0.0.0.0',
    QD_ALLOWED_HOSTS: 'console.internal',
  })
  expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await open.anonymous.get('/api/sys/config')).http).toBe(200)
  expect(await get('/api/sys/config', '0.0.0.0', { url: open.url })).toBe(421)
  await open.dispose()
})
