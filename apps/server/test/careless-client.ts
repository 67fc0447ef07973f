import type { AnyRoute } from '@qd/contract-kit'
import { expect } from 'vitest'
import { callingServer, signedAs, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { fill, pathOf, shapeOf, typeOf } from './samples.ts'

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  '0',
  '-1',
  '9007199254740993',
  '99999999999999999999999999',
  '1e10',
  'text',
  '%',
  '../../etc/passwd',
  '\u202e\u200b',
  'x'.repeat(5_000),
  [],
  [1, 2],
  {},
  { a: { b: [] } },
]

const EXPECTED_5XX = /^(upstream_|edit_unknown|player_create_unknown|protocol_refused|definition_refused)/

/** Logins would fill the throttle, a logout would end the session of all that follows; three answer with files. */
const APART = new Set([
  'session.login',
  'session.loginByQuery',
  'session.logout',
  'system.docs',
  'simulator.downloadProto',
  'audit.export',
])

/** A running console, its calls and an administrator who sends them nonsense. */
export interface CarelessClient {
  running: TestConsole
  admin: Speaker
  routes: readonly AnyRoute[]
}

export async function startCarelessClient(): Promise<CarelessClient> {
  const running = await startTestConsole()
  const routes = running.features
    .flatMap((feature) => feature.routes.map(({ route }) => route))
    .filter(({ title }) => !APART.has(title))
  return { running, admin: await running.signIn('admin'), routes }
}

/** Sends a request as it stands; what comes back, or why it could not. */
export async function raw({ running, admin }: CarelessClient, route: AnyRoute, url: string, body?: string) {
  // A game server proves what it sends, so that bad input goes as far as it can.
  const proof: Record<string, string> =
    route.permission === 'game-server'
      ? signedAs(callingServer(running.sandbox, 123), { method: route.method, url, body })
      : { token: admin.token! }
  const answer = await fetch(running.url + url, {
    method: route.method,
    headers: { ...proof, ...(body === undefined ? {} : typeOf(route)) },
    ...(body === undefined ? {} : { body }),
  })
  return { http: answer.status, text: await answer.text(), isFile: route.raw === true && answer.ok }
}

/** What is wrong about an answer to nonsense, as a line; null where it is a proper one. */
export function complaint(
  what: string,
  answer: { http: number; text: string; isFile?: boolean },
): string | null {
  if (answer.isFile === true) return null
  let body: { status?: unknown; msg?: unknown; err?: { code?: string } }
  try {
    body = JSON.parse(answer.text)
  } catch {
    return `${what}: no envelope (${answer.http} ${answer.text.slice(0, 80)})`
  }
  if (typeof body.status !== 'number' || typeof body.msg !== 'string') return `${what}: no envelope`
  if (answer.http >= 500 && !EXPECTED_5XX.test(body.err?.code ?? '')) {
    return `${what}: ${answer.http} ${body.err?.code}`
  }
  return null
}

/**
 * Every field of every call with wrong values of each kind: one in `stride` of them, and of the next field the ones
 * beside, so that every value meets fields of every call. A stride of 1 sends all.
 */
export async function expectProperRefusals(client: CarelessClient, stride: number): Promise<void> {
  const wrong: (string | null)[] = []
  let fields = 0
  const valuesOfNext = () => {
    const first = fields++ % stride
    return VALUES.filter((_value, at) => at % stride === first)
  }
  for (const route of client.routes) {
    const query = fill(route.query, 'own') as Record<string, string>
    for (const field of Object.keys(shapeOf(route.query))) {
      for (const value of valuesOfNext()) {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const url = `${pathOf(route, 'own')}?${new URLSearchParams({ ...query, [field]: text })}`
        const body = route.method === 'POST' ? JSON.stringify(fill(route.body, 'own')) : undefined
        wrong.push(
          complaint(`${route.title} ?${field}=${text.slice(0, 30)}`, await raw(client, route, url, body)),
        )
      }
    }
    if (route.method !== 'POST') continue
    const url = `${pathOf(route, 'own')}?${new URLSearchParams(query)}`
    for (const field of Object.keys(shapeOf(route.body))) {
      for (const value of valuesOfNext()) {
        const body = JSON.stringify({ ...fill(route.body, 'own'), [field]: value })
        const what = `${route.title} ${field}=${JSON.stringify(value).slice(0, 30)}`
        wrong.push(complaint(what, await raw(client, route, url, body)))
      }
    }
  }
  expect(wrong.filter((each) => each !== null)).toEqual([])
  // The session lived through all of it, so the answers were about the input.
  expect((await client.admin.get('/adjust/userInfo')).http).toBe(200)
}
