import { defineRoute, z } from '@qd/contract-kit'
import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { expect, it, vi } from 'vitest'
import { call } from './call.ts'

const base = { permission: 'session', level: 0, risk: 'R0', title: 't', reply: z.string() } as const
const greet = defineRoute({ ...base, method: 'POST', path: '/platform/greet', body: z.object({}) })
const ASKER = { tag: 'kit:preset.title', told: 'toast' } as const

const envelope = (data: string) =>
  new Response(JSON.stringify({ status: 0, msg: '', data, requestId: 'early' }))

/** What the page has asked before; `change` what is not as the program would ask. */
function askEarly(change: object = {}): void {
  const call = { method: 'POST', url: '/platform/greet', body: '{}', language: 'cn', token: 'test-token' }
  const answer = Promise.resolve(envelope('early'))
  vi.stubGlobal('qdEarly', [{ ...call, atMs: performance.now(), answer, ...change }])
}

async function started() {
  const api = fakeApi([fake(greet, () => 'asked now')])
  await renderWithApp(<i />, { language: 'cn' })
  return api
}

it('the answer that was asked for before the program was there is taken, once', async () => {
  const api = await started()
  askEarly()
  await expect(call(greet, { body: {} }, ASKER)).resolves.toBe('early')
  expect(api.callsOf(greet)).toEqual([])
  await expect(call(greet, { body: {} }, ASKER)).resolves.toBe('asked now')
})

it.each([
  ['another language', { language: 'en' }],
  ['another session', { token: 'theirs' }],
  ['another address', { url: '/platform/greet?loud=1' }],
  ['another body', { body: '{"loud":true}' }],
  ['long ago', { atMs: performance.now() - 60_000 }],
])('asked with %s: it is asked for anew', async (_what, change) => {
  await started()
  askEarly(change)
  await expect(call(greet, { body: {} }, ASKER)).resolves.toBe('asked now')
})

it('an answer that does not fit is let go: unread it would hold its connection', async () => {
  await started()
  const cancel = vi.fn<() => void>()
  askEarly({ token: 'theirs', answer: Promise.resolve(new Response(new ReadableStream({ cancel }))) })
  await call(greet, { body: {} }, ASKER)
  await expect.poll(() => cancel.mock.calls.length).toBe(1)
})

it('who gives up does not wait for it', async () => {
  await started()
  askEarly({ answer: new Promise(() => {}) })
  const controller = new AbortController()
  const answer = call(greet, { body: {} }, { ...ASKER, signal: controller.signal })
  controller.abort()
  await expect(answer).rejects.toMatchObject({ code: 'aborted' })
})

it('a failure of it is a failure of the call', async () => {
  await started()
  askEarly({ answer: Promise.reject(new TypeError('network')) })
  await expect(call(greet, { body: {} }, ASKER)).rejects.toMatchObject({ code: 'no_answer' })
})
