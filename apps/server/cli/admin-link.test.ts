import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnv } from '@qd/testing/children'
import { expect, onTestFinished, test } from 'vitest'
import { startConsoleProcess } from '../testing/console-process.ts'

async function start(settings: Record<string, string>) {
  const running = await startConsoleProcess(settings)
  onTestFinished(running.kill)
  return running
}

const PASSWORD = 'quiet lantern at sea'

function run(dataDir: string, ...args: string[]) {
  const script = join(import.meta.dirname, 'admin-link.ts')
  const env = {
    ...bareEnv(),
    QD_DATA_DIR: dataDir,
    QD_SANDBOX: 'off',
    QD_PUBLIC_URL: 'https://console.example/ops/',
  }
  return spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
}

async function post(url: string, path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { token }) }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { status: number; data: never; err?: { code: string } }
}

const codeIn = (text: string) => /code=([\w-]{43})/.exec(text)?.[1] ?? ''

test('[T27] with a stopped console a link lets an administrator, or a new one, in again; once, and audited', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-admin-link-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const settings = { QD_SANDBOX: 'off', QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'error' }
  const first = await start(settings)
  const code = codeIn(first.lines.join('\n'))
  await post(first.url, '/api/auth/setup', { code, username: 'root', password: PASSWORD })
  const busy = run(dataDir, 'root')
  expect([busy.status, busy.stderr]).toEqual([2, expect.stringMatching(/Another Quarterdeck .* Stop it/)])
  await first.stop()

  const made = run(dataDir, 'Root')
  expect([made.status, made.stderr]).toEqual([0, ''])
  expect(made.stdout).toMatch(
    /^New password for administrator Root, once, until\n.*: https:\/\/console\.example\/ops\/#\//,
  )
  const invited = run(dataDir, 'second.root')
  expect(invited.stdout).toMatch(/^New administrator second\.root/)

  const second = await start(settings)
  const login = (username: string, password: string) =>
    post(second.url, '/api/auth/login', { username, password })
  expect((await login('root', PASSWORD)).err?.code).toBe('login_failed')
  const accept = (text: string, password: string) =>
    post(second.url, '/api/auth/invitation', { code: codeIn(text), password })
  expect((await accept(made.stdout, 'another lantern at sea')).status).toBe(0)
  expect((await accept(made.stdout, 'another lantern at sea')).err?.code).toBe('invitation_closed')
  expect((await accept(invited.stdout, 'a third lantern at sea')).status).toBe(0)
  const { data } = await login('second.root', 'a third lantern at sea')
  const { token, userInfo } = data as { token: string; userInfo: { roles: string[] } }
  expect(userInfo.roles).toEqual(['ROLE_ADMIN', 'admin'])
  const audit = await post(second.url, '/platform/audit/list', {}, token)
  expect(JSON.stringify(audit)).toContain('session.adminLink')
  await second.stop()
}, 300_000)
