import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { definePermission, defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { DialError, GameError } from '@qd/game-contract/adapter'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { askEach, createDialer, fromGame, serve } from '../src/index.ts'
import type { CallContext } from '../src/index.ts'
import { aCaller, createTestApp, everything } from '../testing/index.ts'
import { STREAM_ASK } from './dialer-peers.ts'

const body = z.object({})
const reply = z.object({ ok: z.boolean() })
const permission = definePermission({ routerName: 'test', code: 'call', type: 'button', heldBy: [] })
const declared = { method: 'POST', permission, level: 0, body, reply } as const
const looking = defineRoute({ ...declared, path: '/platform/test/look', title: 'test.look', risk: 'R0' })
const acting = defineRoute({ ...declared, path: '/platform/test/act', title: 'test.act', risk: 'R1' })
const saving = defineRoute({ ...declared, path: '/platform/test/save', title: 'test.save', risk: 'R1' })

const untilAborted = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'))
const forEver = () =>
  new Writable({
    write: () => undefined,
  })

/** Every way in which handlers hand the signal on. */
const WAYS: [name: string, wait: (ctx: CallContext) => Promise<unknown>][] = [
  [
    'looks at it between two steps',
    (ctx) => untilAborted(ctx.signal).then(() => ctx.signal.throwIfAborted()),
  ],
  [
    'rejects with its reason',
    async (ctx) => {
      await untilAborted(ctx.signal)
      throw ctx.signal.reason
    },
  ],
  ['waits with a timer', (ctx) => sleep(1e8, null, { signal: ctx.signal, ref: false })],
  ['waits for an event', (ctx) => once(new EventTarget() as never, 'never', { signal: ctx.signal })],
  ['pipes a stream', (ctx) => pipeline(Readable.from(['a']), forEver(), { signal: ctx.signal })],
  [
    'joins it with another',
    (ctx) =>
      sleep(1e8, null, { signal: AbortSignal.any([ctx.signal, new AbortController().signal]), ref: false }),
  ],
  [
    'hands it to the dialer',
    async (ctx) => {
      const dialer = createDialer({ ownPorts: () => [] })
      await untilAborted(ctx.signal)
      await dialer.stream('http://127.0.0.1:9/', { ...STREAM_ASK, signal: ctx.signal })
    },
  ],
  [
    'meets a connection that was given up',
    async (ctx) => {
      await untilAborted(ctx.signal)
      throw new DialError('aborted', 'call was given up')
    },
  ],
  [
    'asks a game server',
    async (ctx) => {
      await untilAborted(ctx.signal)
      await fromGame(Promise.reject(new GameError({ kind: 'given_up' })))
    },
  ],
  ['has a time of its own', () => sleep(1e8, null, { signal: AbortSignal.timeout(1), ref: false })],
]

function world(callMs: number, wait: (ctx: CallContext) => Promise<unknown>) {
  const lines: { level: number; msg: string }[] = []
  const handle = async (_input: unknown, ctx: CallContext) => {
    await wait(ctx)
    return { ok: true }
  }
  const app = createTestApp({
    features: [
      {
        name: 'test',
        texts: coreTextsFolder,
        routes: [serve(looking, handle), serve(acting, handle), serve(saving, { effect: 'store', handle })],
      },
    ],
    callMs,
    logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  })
  return { ...app, lines, person: app.as(aCaller('operator', [everything])) }
}

let open: ReturnType<typeof world> | undefined
afterEach(() => open?.close())

describe.each(WAYS)('a handler that %s', (_name, wait) => {
  test.each([looking, acting, saving])(
    'ends at the deadline with a declared answer: $title',
    async ({ path }) => {
      open = world(20, wait)
      const answer = await open.person.post(path)
      expect([503, 504]).toContain(answer.http)
      expect(answer.body.err?.code).toMatch(/^(call|upstream)_timeout$/)
      expect(open.lines.filter(({ level }) => level >= 50)).toEqual([])
      const codes = open.audits.map(({ result }) => result?.code)
      expect(codes).not.toContain('internal')
    },
  )
})

test.each([
  [looking, 'Nothing was changed'],
  [saving, 'Nothing was changed'],
  [acting, 'The outcome is unknown'],
])('says whether something may have changed: %o', async ({ path }, said) => {
  open = world(20, (ctx) => untilAborted(ctx.signal).then(() => ctx.signal.throwIfAborted()))
  const { body: answer } = await open.person.post(path, {}, { lang: 'en' })
  expect(answer.msg).toContain(said)
})

test('a caller who leaves is no fault of ours, and the row of the call says so', async () => {
  const begun = Promise.withResolvers<void>()
  open = world(60_000, (ctx) => {
    begun.resolve()
    return sleep(1e8, null, { signal: ctx.signal, ref: false })
  })
  const { app, lines, audits } = open
  open.as(aCaller('leaver', [everything]))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { token: 'leaver', 'content-type': 'application/json' }
  const asked = request({ port, host: '127.0.0.1', path: acting.path, method: 'POST', headers })
  asked.on('error', () => undefined).end('{}')
  await begun.promise
  asked.destroy()
  await expect.poll(() => JSON.stringify(audits)).toContain('caller_left')
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

test('questions to many end with the call', async () => {
  open = world(20, async (ctx) => {
    const never = () => new Promise<null>(() => {})
    const answers = await askEach([1, 2], never, { atOnce: 2, perAnswerMs: 1e8, inAllMs: 1e8 }, ctx.signal)
    expect(answers).toEqual([null, null])
  })
  expect((await open.person.post(looking.path)).http).toBe(200)
})
