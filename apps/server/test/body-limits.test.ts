import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bodyRulesOf, isSessionless, mostBytesOf } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callingServer, signedAs, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { fill, fits, pathOf, sample, shapeOf, typeOf } from './samples.ts'

/* How much every call of the running program takes: enough for what it is for, and no more. */

let running: TestConsole
let admin: Speaker
let routes: AnyRoute[]

beforeAll(async () => {
  running = await startTestConsole()
  admin = await running.signIn('admin')
  routes = running.features
    .flatMap((feature) => feature.routes.map(({ route }) => route))
    .filter(({ method, title }) => method === 'POST' && title !== 'session.logout')
})
afterAll(() => running.dispose())

interface Shaped {
  _zod: {
    def: {
      type: string
      innerType?: Shaped
      in?: Shaped
      out?: Shaped
      element?: Shaped
      options?: Shaped[]
      checks?: { _zod: { def: { check?: string; maximum?: number } } }[]
    }
  }
}

const mostOf = ({ _zod }: Shaped) =>
  _zod.def.checks?.find((check) => check._zod.def.check === 'max_length')?._zod.def.maximum

/** A place, a code or a name as they are; where a route declares its limit, texts are not all as long as they might be. */
const USUAL_CHARS = 24

/** As large as its lists and texts may be, in the characters of its first language; `chars` bounds its texts. */
function largest(schema: Shaped, field: string, chars: number): unknown {
  const { def } = schema._zod
  if (def.type === 'string') {
    const length = Math.min(mostOf(schema) ?? 0, chars)
    const text = '长'.repeat(chars === USUAL_CHARS ? 0 : length)
    const ascii = 'x'.repeat(length)
    return [text, ascii].find((each) => each !== '' && fits(schema, each)) ?? sample(field, 'own', schema)
  }
  if (def.type === 'array' && def.element !== undefined) {
    const { element } = def
    return Array.from({ length: mostOf(schema) ?? 3 }, () => largest(element, field, chars))
  }
  if (def.type === 'object') {
    const entries = Object.entries(shapeOf(schema)).map(([name, each]) => [
      name,
      largest(each as Shaped, name, chars),
    ])
    return Object.fromEntries(entries) as unknown
  }
  // What a transform takes nobody can tell: what it makes is taken as well.
  const piped = def.in?._zod.def.type === 'transform' ? def.out : def.in
  const inner = def.innerType ?? piped ?? def.options?.[0]
  return inner === undefined ? sample(field, 'own', schema) : largest(inner, field, chars)
}

/** Who may make the call: a game server by its signature, all others by a token. */
function proofOf(route: AnyRoute, url: string, body: string, token: string | null): Record<string, string> {
  if (route.permission === 'game-server' && token !== null) {
    return signedAs(callingServer(running.sandbox, 123), { method: 'POST', url, body })
  }
  return token === null ? {} : { token }
}

async function send(route: AnyRoute, body: string, token: string | null = admin.token) {
  const query = new URLSearchParams(fill(route.query, 'own') as Record<string, string>)
  const url = `${pathOf(route, 'own')}?${query}`
  const answer = await fetch(`${running.url}${url}`, {
    method: 'POST',
    headers: { ...typeOf(route), ...proofOf(route, url, body, token) },
    body,
  })
  const { err } = (await answer.json()) as { err?: { code: string } }
  return [answer.status, err?.code]
}

describe('the limits of all calls', () => {
  test('what a stranger or a game server may send has at most 16,384 bytes', () => {
    const open = routes.filter(({ permission }) => isSessionless(permission))
    expect(open.length).toBeGreaterThan(5)
    const larger = open.filter((route) => mostBytesOf(bodyRulesOf(route)) > 16_384)
    expect(larger.map(({ title }) => title)).toEqual([])
  })

  test('without a declaration nothing takes more than a megabyte', () => {
    const silent = routes.filter(
      ({ bodyLimit, textLimit, bytesLimit }) => (bodyLimit ?? textLimit ?? bytesLimit) === undefined,
    )
    const larger = silent.filter((route) => mostBytesOf(bodyRulesOf(route)) > 1_048_576)
    expect(larger.map(({ title }) => title)).toEqual([])
  })

  test('the largest that each declares fits in', () => {
    const tooSmall = routes.flatMap((route) => {
      if (route.body === undefined) return []
      const chars = route.bodyLimit === undefined ? Number.POSITIVE_INFINITY : USUAL_CHARS
      const bytes = Buffer.byteLength(JSON.stringify(largest(route.body as unknown as Shaped, 'body', chars)))
      const { bytes: limit } = bodyRulesOf(route)
      return bytes > limit ? [`${route.title}: ${bytes} in ${limit}`] : []
    })
    expect(tooSmall).toEqual([])
  })

  test('every call ends a body beyond its limit, whoever sends it', async () => {
    const wrong: unknown[] = []
    for (const route of routes) {
      const { bytes, rawBytes } = bodyRulesOf(route)
      const body = JSON.stringify({ reason: 'x'.repeat(rawBytes ?? bytes) })
      const [status, code] = await send(route, body)
      if (status !== 413 || code !== 'body_too_large') wrong.push([route.title, status, code])
    }
    expect(wrong).toEqual([])
  })

  test('a stranger who sends a lot to a call with a right is told to sign in first', async () => {
    const guarded = routes.filter(({ permission }) => !isSessionless(permission)).slice(0, 20)
    for (const route of guarded) {
      expect([route.title, ...(await send(route, 'x'.repeat(100_000), null))]).toEqual([
        route.title,
        401,
        'session_required',
      ])
    }
  })

  test('the proxy of the guide lets in what the largest call takes, and little more', () => {
    const conf = readFileSync(join(import.meta.dirname, '../../../docs/deploy/nginx.conf'), 'utf8')
    const mebibytes = Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1])
    const most = Math.max(...routes.map((route) => mostBytesOf(bodyRulesOf(route))))
    expect(mebibytes).toBe(Math.ceil(most / 1_048_576))
  })
})
