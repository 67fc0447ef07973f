import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from '@qd/server-kit/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './serve-web.ts'

const folder = mkdtempSync(join(tmpdir(), 'qd-pages-'))
const faults: unknown[] = []
const app = createTestApp({
  features: [],
  logger: pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) }),
})

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>page</title>')
  writeFileSync(join(folder, 'assets/app-1.js'), 'export {}')
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'packed')
  await serveWeb(app.app, folder, { frameOrigins: async () => [] })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The path as it is written here: a client library would tidy it up. */
function ask(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<{ http: number; type: string }>()
  const { port } = app.app.server.address() as AddressInfo
  const asked = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
    answer.resume()
    resolve({ http: answer.statusCode ?? 0, type: String(answer.headers['content-type']).split(';')[0]! })
  })
  asked.once('error', reject).end()
  return promise
}

const HEADERS: Record<string, string>[] = [
  {},
  { 'accept-encoding': 'br, gzip' },
  { range: 'bytes=0-1' },
  { range: 'bytes=99999-' },
  { range: 'bytes=,,' },
  { 'if-match': '"other"' },
  { 'if-modified-since': 'never' },
  { 'accept-encoding': '*;q=0, identity;q=x' },
]

test.each([
  ['two slashes in front', '//open/v1/servers'],
  ['two slashes within', '/open//v1/servers'],
  ['a slash in code', '/%2f'],
  ['two slashes in code', '/%2f%2fetc/passwd'],
  ['an end in two slashes', '/assets//'],
  ['a file as folder', '/index.html/more'],
  ['a folder', '/assets'],
  ['a folder with its slash', '/assets/'],
  ['dots', '/./index.html'],
  ['dots within', '/assets/./app-1.js'],
  ['a way up', '/assets/../index.html'],
  ['a way up in code', '/assets/%2e%2e/index.html'],
  ['a way up by backslash', '/assets\\..\\index.html'],
  ['a way up by backslash in code', '/assets%5c..%5cindex.html'],
  ['a name that hides', '/.env'],
  ['a NUL', '/a%00b'],
  ['half a letter', '/%E4%A0'],
  ['code that is none', '/%zz'],
  ['a percent sign', '/%25'],
  ['a name too long for a disk', `/${'a'.repeat(3_000)}`],
  ['a path too long for a disk', `/${'a/'.repeat(3_000)}b`],
  ['a drive', '/C:/Windows/win.ini'],
  ['a drive in code', '/c%3A%5CWindows'],
  ['a colon', '/a:b'],
  ['a star', '/*'],
  ['half of a pair', '/%ED%A0%80'],
  ['a whole address', 'http://127.0.0.1//x//y'],
  ['a query in two slashes', '/?a=//b//'],
  ['health with two slashes', '//healthz'],
])('%s is no fault of ours, whatever headers come along', async (_name, path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    for (const headers of HEADERS) {
      const { http } = await ask(path, { method, headers })
      expect([path.slice(0, 40), method, headers, http < 500]).toEqual([
        path.slice(0, 40),
        method,
        headers,
        true,
      ])
    }
  }
  expect(faults.splice(0)).toEqual([])
})

test.each(['/open//v1/servers', '/%2f', '//open/v1', '/assets/./app-1.js', '/assets/', '/index.html/more'])(
  '%s is not there, in the envelope',
  async (path) => {
    expect(await ask(path)).toEqual({ http: 404, type: 'application/json' })
  },
)

test.each([
  ['/', 'text/html'],
  ['/index.html', 'text/html'],
  ['/assets/app-1.js', 'application/javascript'],
])('%s is there', async (path, type) => {
  expect(await ask(path)).toEqual({ http: 200, type })
})
