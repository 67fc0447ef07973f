import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Commit } from '@qd/session/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openLive, speakTo, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

const PASSWORD = 'tide over the harbour wall'

describe('the whole console without sandbox', () => {
  let running: TestConsole
  beforeAll(async () => {
    running = await startTestConsole({ QD_SANDBOX: 'off' })
    await running.access.access.ensureBuiltInRoles(running.catalogue())
    const { code } = (await running.session.announceSetup())!
    const made = await running.anonymous.post('/api/auth/setup', {
      code,
      username: 'root',
      password: PASSWORD,
    })
    expect(made.http).toBe(200)
  })
  afterAll(() => running.dispose())

  const commit: Commit = (change) => running.audit.audit.commit(ENTRY, (tx) => change(tx as never))
  const addReader = (username: string) =>
    running.session.administration.createUser(commit, {
      username,
      name: username,
      password: PASSWORD,
      grants: [{ role: 'reader', scope: '*', environment: '*' }],
    })

  test('[T27][S6.01] the first administrator holds every permission of the running program', async () => {
    const root = await running.signIn('root', PASSWORD)
    const { body } = await root.get<{ roles: string[]; permissions: { functionList: unknown[] }[] }>(
      '/adjust/userInfo',
    )
    expect(body.data.roles).toEqual(['ROLE_ADMIN', 'admin'])
    expect(body.data.permissions.flatMap(({ functionList }) => functionList)).toHaveLength(
      running.catalogue().length,
    )
  })

  test('[T4][T5] a changed role reaches the open page, a disabled account closes it', async () => {
    const id = await addReader('reader')
    const live = await openLive(running.url, await running.signIn('reader', PASSWORD))
    await live.open('session')
    const { administration } = running.session
    await administration.setRoles(commit, id, [])
    await live.next(({ event }) => event?.['kind'] === 'rights')
    await running.session.accounts.setDisabled(
      (change) => running.audit.audit.commit(ENTRY, change),
      id,
      true,
    )
    expect(await live.closed).toBe(4402)
  })

  test('[T4] logout closes the open page of this session only', async () => {
    await addReader('second')
    const [leaving, staying] = [
      await running.signIn('second', PASSWORD),
      await running.signIn('second', PASSWORD),
    ]
    const [left, stayed] = [await openLive(running.url, leaving), await openLive(running.url, staying)]
    await leaving.post('/api/auth/logout')
    expect(await left.closed).toBe(4402)
    expect(stayed.socket.readyState).toBe(WebSocket.OPEN)
    expect((await leaving.get('/adjust/userInfo')).http).toBe(401)
    stayed.socket.close()
  })
})

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

test('[S7.02][T3] a password sent by query is found in no file and no line of output', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-canary-'))
  const canary = randomBytes(24).toString('hex')
  const child = await startConsoleProcess({
    QD_SANDBOX: 'off',
    QD_DATA_DIR: dataDir,
    QD_LOGIN_GET: 'on',
    QD_LOG_LEVEL: 'debug',
  })
  const anonymous = speakTo(child.url, null)
  const code = /code=([\w-]+)/.exec(child.lines.join('\n'))![1]!
  await anonymous.post('/api/auth/setup', { code, username: 'root', password: canary })
  const asked = (username: string, password: string) =>
    anonymous.get(`/api/auth/login?username=${username}&password=${password}`)
  expect((await asked('root', canary)).http).toBe(200)
  expect((await asked('root', `${canary}x`)).http).toBe(401)
  expect((await asked(canary, canary)).http).toBe(401)
  expect((await anonymous.get(`/api/auth/login?password=${canary}&password=${canary}`)).http).toBe(400)
  expect((await anonymous.get(`/api/auth/nothing?password=${canary}`)).http).toBe(404)
  await child.kill()
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    expect(readFileSync(join(file.parentPath, file.name)).includes(canary), file.name).toBe(false)
  }
  expect(child.lines.join('\n')).not.toContain(canary)
  rmSync(dataDir, { recursive: true, force: true })
})
