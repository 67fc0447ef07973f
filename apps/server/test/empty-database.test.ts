import type { AnyRoute } from '@qd/contract-kit'
import { makeTestPlace } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import { speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker } from '../testing/index.ts'
import { fill, pathOf, typeOf } from './samples.ts'

/*
 * A console as its operator first sees it: one administrator, and nothing else. Every read is asked for what it takes, for
 * nothing in particular, and for empty lists: what is not there is an answer, never a fault of the console.
 */

const PASSWORD = 'tide over the harbour wall'
/** It ends the session of all that follows. */
const APART = new Set(['session.logout'])

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function startEmpty(dialect: 'sqlite' | 'postgres') {
  const place = await makeTestPlace(dialect)
  undo.push(place.remove)
  const { databaseUrl } = place.where
  const running = await startTestConsole({
    QD_SANDBOX: 'off',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  undo.push(running.dispose)
  await running.access.access.ensureBuiltInRoles(running.catalogue())
  const setup = await running.session.announceSetup()
  const code = /code=([\w-]+)/.exec(setup!.path)![1]
  const login = { username: 'root', password: PASSWORD }
  await running.anonymous.post('/api/auth/setup', { code, ...login })
  const { body } = await running.anonymous.post<{ token: string }>('/api/auth/login', login)
  return { running, admin: speakTo(running.url, body.data.token) }
}

interface Input {
  query: Record<string, string>
  body: Record<string, unknown>
}

/** What a call takes about nothing in particular; the same with every list empty; and nothing at all. */
function inputsOf(route: AnyRoute): Input[] {
  const query = fill(route.query, 'missing') as Record<string, string>
  const body = fill(route.body, 'missing') as Record<string, unknown>
  const withoutRows = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value])
  return [
    { query, body },
    { query, body: Object.fromEntries(withoutRows) as Input['body'] },
    { query: {}, body: {} },
  ]
}

/** What went wrong with a call, if the console itself is to blame. */
async function faultOf(admin: Speaker, url: string, route: AnyRoute, input: Input) {
  const path = `${url}${pathOf(route, 'missing')}?${new URLSearchParams(input.query)}`
  const answer = await fetch(path, {
    method: route.method,
    headers: { token: admin.token!, ...(route.method === 'POST' ? typeOf(route) : {}) },
    ...(route.method === 'POST' ? { body: JSON.stringify(input.body) } : {}),
  })
  const text = await answer.text()
  return answer.status === 500 ? `${route.title} ${JSON.stringify(input)}: ${text.slice(0, 200)}` : null
}

test.each(['sqlite', 'postgres'] as const)('every read answers on an empty database: %s', async (dialect) => {
  const { running, admin } = await startEmpty(dialect)
  const routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
  const reads = routes.filter(({ risk, title, permission }) => {
    return risk === 'R0' && permission !== 'game-server' && !APART.has(title)
  })
  expect(reads.length).toBeGreaterThan(100)
  const faults: (string | null)[] = []
  for (const route of reads)
    for (const input of inputsOf(route)) faults.push(await faultOf(admin, running.url, route, input))
  expect(faults.filter((fault) => fault !== null)).toEqual([])
  expect((await admin.get('/adjust/userInfo')).http).toBe(200)
})
