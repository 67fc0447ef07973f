import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startKeys } from '../testing/with-keys.ts'

let on: Awaited<ReturnType<typeof startKeys>>
let url: string
beforeAll(async () => {
  on = await startKeys()
  url = await on.app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => on.close())
beforeEach(async () => {
  await on.run('FLUSHALL')
})
const base64 = (text: string) => Buffer.from(text).toString('base64')
const SIZE = 100 * 1_048_576
const sent = async () => Number(/total_net_output_bytes:(\d+)/.exec(await on.text('INFO', 'stats'))![1])
/** Waits until Redis is asked for nothing more. */
async function untilStill(): Promise<number> {
  let last = await sent()
  const grown = async () => {
    const before = last
    last = await sent()
    return last - before
  }
  await expect.poll(grown, { interval: 200 }).toBeLessThan(100_000)
  return last
}

test('a download asks for the next piece when the one before has left', async () => {
  await on.run('SETRANGE', 's', String(SIZE - 1), 'x')
  const before = await sent()
  const answer = await fetch(url + on.downloadUrl({ key: base64('s') }), { headers: { token: 'ann' } })
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="s"; filename*=UTF-8''s`)
  const reader = answer.body!.getReader()
  let bytes = (await reader.read()).value!.length
  // While nobody reads, no more is asked of Redis than the sockets take.
  expect((await untilStill()) - before).toBeLessThan(40 * 1_048_576)
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length
  expect(bytes).toBe(SIZE)
})

test('a download ends when its reader goes, or the value changes on the way', async () => {
  await on.run('SETRANGE', 's', String(SIZE - 1), 'x')
  const get = () => fetch(url + on.downloadUrl({ key: base64('s') }), { headers: { token: 'ann' } })
  const before = await sent()
  const left = await get()
  await left.body!.cancel()
  expect((await untilStill()) - before).toBeLessThan(40 * 1_048_576)
  const cut = await get()
  const reader = cut.body!.getReader()
  await reader.read()
  await on.run('APPEND', 's', 'more')
  const rest = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read());
  }
  await expect(rest()).rejects.toThrow()
})

test('a field is downloaded, and what cannot be is told before a byte is sent', async () => {
  await on.run('HSET', 'h', '', Buffer.from([0, 255]))
  const get = (query: Record<string, string>) =>
    fetch(url + on.downloadUrl(query), { headers: { token: 'ann' } })
  const field = await get({ key: base64('h'), field: '' })
  expect(Buffer.from(await field.arrayBuffer())).toEqual(Buffer.from([0, 255]))
  expect((await get({ key: base64('none') })).status).toBe(404)
  expect((await get({ key: base64('h') })).status).toBe(409)
  expect((await get({ key: base64('h'), field: base64('none') })).status).toBe(404)
})

test('an upload whose sender goes leaves nothing behind', async () => {
  await on.run('SET', 'a', 'as it was')
  const headers = {
    token: 'ann',
    'content-type': 'application/octet-stream',
    'content-length': String(8 * 1_048_576),
  }
  const sender = request(url + on.uploadUrl({ key: base64('a'), expectBytes: '9' }), {
    method: 'POST',
    headers,
  })
  sender.on('error', () => undefined)
  sender.write(Buffer.alloc(3 * 1_048_576, 'x'))
  await expect.poll(() => on.text('DBSIZE')).toBe('2')
  sender.destroy()
  await expect.poll(() => on.text('DBSIZE')).toBe('1')
  expect(await on.text('GET', 'a')).toBe('as it was')
})
