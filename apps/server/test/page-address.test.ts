import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

let running: TestConsole
beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running.dispose())

/** Asks as a browser does whose address bar it stands in. */
function open(path: string, headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) {
  const { promise, resolve, reject } = Promise.withResolvers<[status: number, location?: string]>()
  const asked = request(new URL(running.url), { path, headers }, (answer) => {
    answer.resume()
    const { statusCode = 0, headers: given } = answer
    resolve(given.location === undefined ? [statusCode] : [statusCode, given.location])
  })
  asked.once('error', reject).end()
  return promise
}

test.each([
  ['/releaseApply?game=lantern&type=lantern&project_id=1&pid=northwind', './#'],
  ['/email?game=lantern&pid=northwind', './#'],
  ['/redis/keys/c1', '../../#'],
])('the page %s opens without its # as well', async (path, to) => {
  expect(await open(path)).toEqual([302, `${to}${path}`])
})

test.each([
  ['a program', '/email?game=lantern', {}],
  ['a picture', '/email', { 'sec-fetch-dest': 'image' }],
  ['a file', '/email.js', { 'sec-fetch-dest': 'document' }],
  ['another host', '//evil.example/x', { 'sec-fetch-dest': 'document' }],
  ['a way out', '/..%2f..%2fetc', { 'sec-fetch-dest': 'document' }],
])('%s is led nowhere', async (_who, path, headers) => {
  expect(await open(path, headers)).toEqual([404])
})
