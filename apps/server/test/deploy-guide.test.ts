import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyRulesOf } from '@qd/contract-kit'
import { LOG_EXAMPLE } from '@qd/server-kit/testing'
import { expect, test } from 'vitest'
import { NODE_FLAGS, NODE_SETTINGS } from '../../../scripts/running/prepare.mjs'
import { readEnv } from '../env.ts'
import { startTestConsole } from '../testing/index.ts'
import { deployFile, REPOSITORY, unitStart, unitText } from '../testing/deploy-files.ts'
import { testNginxConf } from '../testing/start-nginx.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const docs = join(import.meta.dirname, '../../../docs')
const guide = readFileSync(join(docs, 'guides/deploy.md'), 'utf8')

test('the guide names only commands there are and settings that are read', () => {
  const commands = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!)
  expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([])
  expect(commands).toContain('restore')
  const source = readFileSync(join(import.meta.dirname, '../env-schema.ts'), 'utf8')
  for (const file of ['guides/deploy.md', 'deploy/quarterdeck.service', 'deploy/Containerfile']) {
    const settings = readFileSync(join(docs, file), 'utf8').match(/QD_[A-Z_]+|DATABASE_URL/g) ?? []
    expect(settings.filter((name) => !source.includes(`${name}:`))).toEqual([])
  }
})

test('the environment files of the guide are accepted', () => {
  const files = [...guide.matchAll(/<<'ENV'\n([^]*?)\nENV/g)].map(([, text]) => text!)
  const settings = files.map((text) =>
    Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2))),
  )
  expect(settings).toHaveLength(2)
  expect(readEnv(settings[0])).toMatchObject({
    isSandbox: false,
    trustedProxies: ['127.0.0.1'],
    hostNames: ['console.example.org', '127.0.0.1'],
  })
  expect(readEnv({ ...settings[0], ...settings[1] })).toMatchObject({
    host: '10.0.0.11',
    hostNames: ['console.example.org', '10.0.0.11'],
  })
})

test('the container starts with the name its own first lines give it, and not without', () => {
  const file = readFileSync(join(docs, 'deploy/Containerfile'), 'utf8')
  const settings = [...file.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line!.split(' '))
  const given = [...file.matchAll(/-e (QD_\S+)/g)].map(([, setting]) => setting!)
  const read = (lines: readonly string[]) =>
    readEnv(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))))
  expect(read([...settings, ...given]).hostNames).toEqual(['console.example.org'])
  expect(() => read(settings)).toThrow('QD_ALLOWED_HOSTS')
})

test('nginx takes the file that operators are given', () => {
  expect(testNginxConf()).toBe('')
})

test('the unit is one that systemd takes, and runs Node as npm run serve does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-unit-'))
  const file = join(folder, 'quarterdeck.service')
  writeFileSync(file, unitText())
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  expect([status, stderr]).toEqual([0, ''])
  const { command, settings } = unitStart()
  expect(command.slice(1)).toEqual([...NODE_FLAGS, 'scripts/running/start-console.ts'])
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(NODE_SETTINGS)))
  expect(readEnv({ ...settings, QD_PUBLIC_URL: 'https://console.example.org' })).toMatchObject({
    isSandbox: false,
    dataDir: '/var/lib/quarterdeck',
  })
})

test('the image runs Node as npm run serve does, and is made without packages, pages, data and keys', () => {
  const text = deployFile('Containerfile')
  const [, command = '[]'] = /^CMD (.*)$/m.exec(text)!
  expect(JSON.parse(command)).toEqual([
    'node_modules/.bin/node',
    ...NODE_FLAGS,
    'scripts/running/start-console.ts',
  ])
  for (const name of Object.keys(NODE_SETTINGS)) expect(text).toContain(`${name}=`)
  const left = readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', '**/dist', 'data', '**/master.key']),
  )
})

/** The exit code of the image's health check with these settings. */
async function healthBy(settings: Record<string, string>): Promise<number> {
  const [, check = '[]'] = /^HEALTHCHECK .* CMD (\[.*)$/m.exec(deployFile('Containerfile'))!
  const [, ...args] = JSON.parse(check) as string[]
  const env = { PATH: process.env['PATH'], ...settings }
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, env, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  return code
}

test('the health check of the image finds a console with TLS and one without, and tells one that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-health-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, LOG_EXAMPLE.cert)
  writeFileSync(key, LOG_EXAMPLE.key)
  const codes: number[] = []
  for (const tls of [{}, { QD_TLS_CERT: cert, QD_TLS_KEY: key }] as Record<string, string>[]) {
    const running = await startTestConsole({ QD_SANDBOX: 'off', ...tls })
    const settings = { QD_PORT: new URL(running.url).port, QD_HOST: '0.0.0.0', ...tls }
    codes.push(await healthBy(settings))
    await running.dispose()
    codes.push(await healthBy(settings))
  }
  rmSync(folder, { recursive: true, force: true })
  expect(codes).toEqual([0, 1, 0, 1])
})

test('nginx lets the largest body of a call through, and never sends a call twice that changes something', async () => {
  const file = readFileSync(join(docs, 'deploy/nginx.conf'), 'utf8')
  const running = await startTestConsole({ QD_SANDBOX: 'off' })
  const routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
  await running.dispose()
  const most = Number(/client_max_body_size (\d+)m;/.exec(file)![1]) * 1_048_576
  const sizes = routes.map((route) => {
    const { bytes, textBytes, rawBytes } = bodyRulesOf(route)
    return rawBytes ?? bytes + (textBytes ?? 0)
  })
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most)
  // nginx takes a POST for what it is; a GET that changes something has to be named.
  const [, pattern = ''] = /location ~ (\S+) \{[^}]*proxy_next_upstream off;/.exec(file) ?? []
  const named = new RegExp(pattern)
  const changing = routes.filter(({ method, risk, permission }) => {
    return method === 'GET' && (!['R0', 'R1'].includes(risk as string) || permission === 'public')
  })
  const harmless = ['/api/sys/config', '/api/auth/ways', '/healthz', '/readyz']
  const paths = changing.map(({ path }) => path).filter((path) => !harmless.includes(path))
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !named.test(path))).toEqual([])
  expect(
    ['/line/harbour/adjust/newUser', '/api/auth/logins', '/adjust/newUsers'].map((path) => named.test(path)),
  ).toEqual([true, false, false])
})
