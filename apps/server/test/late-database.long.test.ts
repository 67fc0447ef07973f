import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@qd/store'
import { makeTestPlace, throughProxy } from '@qd/store/testing'
import type { TcpProxy, TestPlace } from '@qd/store/testing'
import { atFreePort } from '@qd/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createConsole } from '../create-console.ts'
import { readEnv } from '../env.ts'
import { migrations } from '../migrations.ts'
import { speakTo, startTestConsole } from '../testing/index.ts'

const places: TestPlace[] = []
const folder = mkdtempSync(join(tmpdir(), 'qd-late-'))
let databaseUrl: string
let proxy: TcpProxy

beforeEach(async () => {
  const place = await makeTestPlace('postgres')
  places.push(place)
  const reached = await throughProxy(place.where.databaseUrl!)
  databaseUrl = reached.databaseUrl
  proxy = reached.proxy
})
afterAll(async () => {
  await Promise.all(places.map((place) => place.remove()))
  rmSync(folder, { recursive: true, force: true })
})

const settings = (more: Record<string, string> = {}) => ({
  QD_PORT: '0',
  QD_LOG_LEVEL: 'silent',
  QD_SANDBOX: 'off',
  QD_DATA_DIR: mkdtempSync(join(folder, 'data-')),
  DATABASE_URL: databaseUrl,
  ...more,
})

/** Starts a console that waits for its database, at a port that is known before it is ready. */
function startLate(more: Record<string, string> = {}) {
  return atFreePort(async (port) => {
    const said: string[] = []
    const env = readEnv(settings({ QD_PORT: String(port), ...more }))
    const waits = Promise.withResolvers<void>()
    const announce = (line: string) => {
      said.push(line)
      if (line.startsWith('Waiting for the database')) waits.resolve()
    }
    const starting = createConsole({ env, announce })
    await Promise.race([waits.promise, starting])
    expect(said.join()).toContain('Waiting for the database')
    return { port, starting }
  })
}

function ask(port: number, path: string, { host = 'localhost', body = '' } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ http: number; text: string }>()
  const method = body === '' ? 'GET' : 'POST'
  const asked = request({ port, host: '127.0.0.1', path, method, headers: { host } }, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    answer.once('end', () => resolve({ http: answer.statusCode ?? 0, text }))
  })
  asked.once('error', reject).end(body)
  return promise
}

test('a database that comes late is waited for; until then everybody hears that the console starts', async () => {
  proxy.behave('close')
  const { port, starting } = await startLate()
  expect(await ask(port, '/healthz')).toMatchObject({ http: 200 })
  for (const path of ['/readyz', '/', '/api/sys/config', '//x//y', '/%2f', '/%zz']) {
    const { http, text } = await ask(port, path)
    expect([path, http, JSON.parse(text).err.code]).toEqual([path, 503, 'starting'])
  }
  expect(await ask(port, '/api/sys/config', { host: 'evil.example' })).toMatchObject({ http: 421 })
  expect((await ask(port, '/api/auth/login', { body: 'x'.repeat(50_000) })).http).toBe(503)
  proxy.behave('forward')
  const running = await starting
  try {
    expect((await speakTo(running.url, null).get('/readyz')).http).toBe(200)
    expect(running.setupPath).toContain('setup?code=')
  } finally {
    await running.stop()
  }
})

test('behind a proxy a node with a late database takes no connection, so that others get its calls', async () => {
  proxy.behave('close')
  const { port, starting } = await startLate({ QD_TRUSTED_PROXIES: '127.0.0.1' })
  await expect(ask(port, '/api/auth/login', { body: 'x' })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  proxy.behave('forward')
  const running = await starting
  try {
    expect((await speakTo(running.url, null).get('/readyz')).http).toBe(200)
  } finally {
    await running.stop()
  }
})

describe('an outage in the middle of a start', () => {
  test.each(['create table "audit_log"', 'insert into "role"'])(
    'at %s is waited out, and what stands then is whole',
    async (text) => {
      proxy.cutWhenSent(text)
      const said: string[] = []
      const running = await createConsole({ env: readEnv(settings()), announce: (line) => said.push(line) })
      try {
        expect(said.join()).toContain('Waiting for the database')
        const nobody = speakTo(running.url, null)
        const code = new URL(running.setupPath!.replace('/#', ''), running.url).searchParams.get('code')
        const account = { code, username: 'first', password: 'a long pass phrase' }
        expect((await nobody.post('/api/auth/setup', account)).http).toBe(200)
        expect((await nobody.post('/api/auth/login', account)).http).toBe(200)
      } finally {
        await running.stop()
      }
    },
  )

  test('while the sandbox is filled, it is filled whole', async () => {
    proxy.cutWhenSent('insert into "user_account"')
    const { QD_SANDBOX: _, ...withSandbox } = settings()
    const running = await startTestConsole(withSandbox)
    try {
      const as = await running.signIn('operator')
      expect((await as.post(`/adjust/get?uId=30123000045`, { diffs: ['SettingsInfo'] })).http).toBe(200)
    } finally {
      await running.dispose()
    }
  })
})

describe('what stays wrong ends the start at once, with one line', () => {
  const startAt = async (url: string) => {
    const said: string[] = []
    const env = readEnv(settings({ DATABASE_URL: url }))
    const error = await createConsole({ env, announce: (line) => said.push(line) }).then(
      () => null,
      (fault: Error) => fault,
    )
    return { error, waited: said.filter((line) => line.startsWith('Waiting')) }
  }

  test('an unknown role', async () => {
    const { error, waited } = await startAt(databaseUrl.replace('postgres@', 'nobody@'))
    expect([error?.message, waited]).toEqual([expect.stringContaining('role "nobody" does not exist'), []])
  })

  test('an unknown database', async () => {
    const { error, waited } = await startAt(`${databaseUrl}_none`)
    expect([error?.message, waited]).toEqual([expect.stringContaining('does not exist'), []])
  })

  test('a database of a newer program', async () => {
    const newer = [...migrations, { name: 'later-0001', up: async () => undefined }]
    await (await openStore({ databaseUrl, migrations: newer })).close()
    const { error, waited } = await startAt(databaseUrl)
    expect([error?.message, waited]).toEqual([expect.stringContaining('newer program'), []])
  })

  test.each(['', '127.0.0.1'])(
    'a port that is taken, before anything is written; proxies: %j',
    async (proxies) => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port } = taken.address() as AddressInfo
      const env = readEnv(settings({ QD_PORT: String(port), QD_TRUSTED_PROXIES: proxies }))
      await expect(createConsole({ env, announce: () => undefined })).rejects.toMatchObject({
        code: 'EADDRINUSE',
      })
      expect(proxy.accepted).toBe(0)
      taken.close()
    },
  )
})
