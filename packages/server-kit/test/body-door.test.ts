import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { defineRoute, schemas, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import { aCaller, createTestApp } from '../testing/index.ts'

const MIB = 1_048_576
const base = { method: 'POST', level: 0, risk: 'R0', unknownFields: 'ignore' } as const
const login = defineRoute({
  ...base,
  path: '/api/login',
  title: 'login',
  permission: 'public',
  body: z.object({ name: z.optional(z.unknown()) }),
  reply: z.unknown(),
})
const edit = defineRoute({
  ...base,
  path: '/api/edit',
  title: 'edit',
  permission: 'session',
  bodyLimit: 10 * MIB,
  body: z.object({ value: z.optional(z.unknown()) }),
  reply: z.number(),
})
const form = defineRoute({
  ...base,
  path: '/api/form',
  title: 'form',
  permission: 'session',
  body: z.object({ value: z.optional(z.unknown()) }),
  reply: z.number(),
})
const list = defineRoute({
  ...base,
  path: '/api/list',
  title: 'list',
  permission: { routerName: 'index', code: 'list', type: 'button', heldBy: [] },
  scopeRule: 'reach',
  textLimit: MIB,
  body: z.object({ name: schemas.shortText }),
  reply: z.unknown(),
})
/** Lines the handler has been given so far. */
let heard: string[] = []
const door = createTestApp({
  features: [
    {
      name: 'probe',
      texts: coreTextsFolder,
      routes: [
        serve(login, ({ body }) => body.name ?? null),
        serve(edit, ({ body }) => JSON.stringify(body).length),
        serve(form, ({ body }) => JSON.stringify(body).length),
        serve(list, async ({ body }, ctx) => {
          heard = []
          for await (const lines of ctx.sent.lines()) heard.push(...lines)
          return { name: body.name, lines: heard }
        }),
      ],
    },
  ],
  slowness: { bodyTimeout: 600, bodyBytesPerSecond: 4_000 },
})
let port = 0

beforeAll(async () => {
  door.as(aCaller('ann', [{ scope: '*', environment: '*', codes: ['index.list'] }]))
  door.as(aCaller('bob'))
  await door.app.listen({ port: 0, host: '127.0.0.1' })
  port = (door.app.server.address() as AddressInfo).port
})
afterAll(() => door.close())

interface Told {
  http: number
  code: string
  body: { data: unknown; msg: string; err?: { retryable: boolean; field?: string } }
}

/** A client of which every byte is ours. */
class Client {
  readonly socket: Socket
  #text = ''

  constructor() {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (bytes) => (this.#text += String(bytes)))
    this.socket.on('error', () => {}).setMaxListeners(0)
  }

  async send(...parts: (string | Buffer)[]): Promise<this> {
    for (const part of parts) if (!this.socket.write(part)) await once(this.socket, 'drain')
    return this
  }

  /** The next answer, taken off. */
  async answer(): Promise<Told> {
    for (;;) {
      const [head, rest] = [this.#text.split('\r\n\r\n', 1)[0]!, this.#text.indexOf('\r\n\r\n') + 4]
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      const bytes = Buffer.from(this.#text.slice(rest))
      if (rest > 3 && bytes.length >= length) {
        this.#text = bytes.subarray(length).toString()
        const body = JSON.parse(bytes.subarray(0, length).toString()) as Told['body'] & {
          err?: { code: string }
        }
        return { http: Number(head.split(' ')[1]), code: body.err?.code ?? '', body }
      }
      if (this.socket.closed) throw new Error(`closed after: ${this.#text}`)
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')])
    }
  }

  /** Aborts, and waits until the server has noticed. */
  async abort(): Promise<void> {
    if (this.socket.closed) return
    const closed = once(this.socket, 'close')
    this.socket.resetAndDestroy()
    await closed
  }
}

interface Head {
  path: string
  token?: string
  length?: number | null
  more?: string[]
  version?: string
}
function headOf({ path, token, length = null, more = [], version = '1.1' }: Head): string {
  const lines = [
    `POST ${path} HTTP/${version}`,
    'Host: localhost',
    ...(more.some((line) => line.startsWith('Content-Type')) ? [] : ['Content-Type: application/json']),
    ...(token === undefined ? [] : [`token: ${token}`]),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
const CHUNKED = 'Transfer-Encoding: chunked'
const TEXT = 'Content-Type: text/plain; charset=utf-8'
const chunk = (text: string | Buffer) => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}
const END = '0\r\n\r\n'

async function whole(head: Head, body: string | Buffer): Promise<Told> {
  const client = await new Client().send(headOf({ length: Buffer.byteLength(body), ...head }), body)
  const told = await client.answer()
  client.socket.destroy()
  return told
}
const login16 = { path: '/api/login' }

describe('what a body may look like', () => {
  test.each<[string, Partial<Head>, string | Buffer, number, string]>([
    ['nothing at all', {}, '', 200, ''],
    ['a byte order mark', {}, '\uFEFF{"name":1}', 200, ''],
    [
      'UTF-8 by name',
      { more: ['Content-Type: application/json; Charset="UTF-8"'] },
      '{"name":"长"}',
      200,
      '',
    ],
    [
      'another charset',
      { more: ['Content-Type: application/json; charset=gbk'] },
      '{}',
      415,
      'content_type_unsupported',
    ],
    ['another type', { more: ['Content-Type: text/plain'] }, '{}', 415, 'content_type_unsupported'],
    ['no type', { more: ['Content-Type: '] }, '{}', 415, 'content_type_unsupported'],
    ['packed', { more: ['Content-Encoding: gzip'] }, '{}', 415, 'content_type_unsupported'],
    ['bytes that are no UTF-8', {}, Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400, 'body_no_text'],
    ['an old protocol', { version: '1.0' }, '{"name":1}', 200, ''],
    ['an old protocol without a length', { version: '1.0', length: null }, '', 200, ''],
    ['its limit to the byte', {}, JSON.stringify({ name: 'x'.repeat(16_384 - 11) }), 200, ''],
    ['a byte more', {}, JSON.stringify({ name: 'x'.repeat(16_384 - 10) }), 413, 'body_too_large'],
  ])('%s', async (...row) => {
    const [, head, body, http, code] = row
    const told = await whole({ ...login16, ...head }, body)
    expect([told.http, told.code]).toEqual([http, code])
  })

  test('two calls in one go are answered in their order', async () => {
    const call = (name: number) => `${headOf({ ...login16, length: 10 })}{"name":${name}}`
    const client = await new Client().send(call(1) + call(2))
    expect((await client.answer()).body.data).toBe(1)
    expect((await client.answer()).body.data).toBe(2)
    client.socket.destroy()
  })

  test('what follows a body that said it was shorter is no call', async () => {
    const client = await new Client().send(headOf({ ...login16, length: 2 }), '{}')
    expect((await client.answer()).http).toBe(200)
    await client.send('}garbage\r\n\r\n')
    expect((await client.answer()).http).toBe(400)
  })

  test('a limit is named in the language of the caller', async () => {
    const told = await whole({ ...login16, more: ['lang: en'] }, 'x'.repeat(20_000))
    expect(told.body.msg).toBe('The content is too large. The limit is 16 KiB; send less.')
    const list30 = await whole(
      { path: '/api/list', token: 'ann', more: [TEXT, 'lang: en'] },
      `{"name":"a"}\n${'x'.repeat(MIB + 1)}`,
    )
    expect(list30.body).toMatchObject({ err: { field: 'text' }, msg: expect.stringContaining('1 MiB') })
  })
})

describe('a body ends at its limit, before it has come to its end', () => {
  test.each<[string, Head, string, string]>([
    ['bytes of a stranger', login16, ' '.repeat(17_000), 'body_too_large'],
    ['depth', login16, '['.repeat(70), 'body_too_deep'],
    ['values', { path: '/api/edit', token: 'bob' }, `[${'0,'.repeat(200_001)}`, 'body_too_many_values'],
    ['a key of the prototype chain', login16, '{"a":[{"__proto__":', 'key_forbidden'],
    ['a key spelled with escapes', login16, '{"a":[{"\\u0063onstructor":', 'key_forbidden'],
    ['U+0000', login16, '{"a":"\\u0000', 'field_invalid'],
    ['no such address', { path: '/api/nowhere' }, '[', 'not_found'],
  ])('%s', async (_name, head, body, code) => {
    const client = await new Client().send(headOf({ ...head, more: [CHUNKED] }), chunk(body))
    const told = await client.answer()
    expect(told.code).toBe(code)
    client.socket.destroy()
  })

  test('a body that says it is too large is refused before it comes', async () => {
    const client = await new Client().send(headOf({ ...login16, length: 16_385 }))
    expect((await client.answer()).code).toBe('body_too_large')
    client.socket.destroy()
  })

  test('the place of what is wrong is told', async () => {
    const told = await whole(login16, '{"name":{"a":[1,{"\\u0065":"x\\u0000"}]}}')
    expect(told.body.err).toMatchObject({ code: 'field_invalid', field: 'name.a.1.e' })
    const key = await whole(login16, '{"name":{"a":[1,{"prototype":1}]}}')
    expect(key.body.err).toMatchObject({ code: 'key_forbidden', field: 'name.a.1.prototype' })
  })
})

/** Sends part of a body and leaves it at that. */
async function begin(head: Head, bytes: number): Promise<Client> {
  const client = new Client()
  return client.send(headOf({ ...head, more: [CHUNKED] }), chunk(`"${'x'.repeat(bytes)}`))
}
const large = { path: '/api/edit', token: 'ann' }

describe('bodies share what memory they have', () => {
  test('a caller who holds their part is told to wait; others, strangers and forms go on', async () => {
    const first = await begin(large, 7 * MIB)
    const second = await begin(large, 7 * MIB)
    // Both are on their way at once: whichever comes to the end of the part first is told.
    const refused = await Promise.race([first.answer(), second.answer()])
    expect([refused.http, refused.code, refused.body.err?.retryable]).toEqual([503, 'overloaded', true])
    const value = JSON.stringify({ value: 'x'.repeat(7 * MIB) })
    expect((await whole({ ...large, token: 'bob' }, value)).http).toBe(200)
    const small = JSON.stringify({ value: 'x'.repeat(60_000) })
    expect((await whole({ path: '/api/form', token: 'ann' }, small)).http).toBe(200)
    expect((await whole(login16, '{"name":1}')).http).toBe(200)
    await Promise.all([first.abort(), second.abort()])
  })

  test('an address that holds its part still signs in', async () => {
    const held = await Promise.all(Array.from({ length: 40 }, () => begin(login16, 15_000)))
    const first = await Promise.race(held.map((client) => client.answer()))
    expect([first.http, first.code]).toEqual([503, 'overloaded'])
    expect((await whole(login16, '{"name":1}')).http).toBe(200)
    await Promise.all(held.map((client) => client.abort()))
    await expect
      .poll(async () => (await whole(login16, JSON.stringify({ name: 'x'.repeat(16_000) }))).http, {
        timeout: 30_000,
      })
      .toBe(200)
  })

  test('who goes away in the middle gives it back, however often', async () => {
    for (let round = 0; round < 30; round += 1) {
      const client = await begin(large, MIB)
      await client.abort()
    }
    const value = JSON.stringify({ value: 'x'.repeat(10 * MIB - 100) })
    await expect.poll(async () => (await whole(large, value)).http, { timeout: 30_000 }).toBe(200)
  })

  test.each([
    ['is refused', '{"value":}', 'invalid_json'],
    ['is answered', '{"value":"y"}', ''],
  ])('a body that %s gives it back', async (_name, end, code) => {
    const fill = ' '.repeat(9 * MIB)
    for (let round = 0; round < 3; round += 1) expect((await whole(large, fill + end)).code).toBe(code)
  })
})

describe('a body that does not come', () => {
  /** Sends so many bytes each 20 ms; the answer, and how long it took. */
  async function drip(head: Head, piece: string, most = 200, first = '{}') {
    const client = await new Client().send(headOf({ ...head, more: [CHUNKED] }), chunk(first))
    let sent = 0
    const timer = setInterval(() => {
      if (client.socket.writable && sent++ < most) client.socket.write(chunk(piece))
      else if (sent === most + 1) client.socket.write(END)
    }, 20)
    try {
      const told = await client.answer()
      return { ...told, sent }
    } finally {
      clearInterval(timer)
      client.socket.destroy()
    }
  }

  test('a stranger has their time, however fast they send', async () => {
    // Above the pace of others to its end, which comes when the time of strangers is over.
    const told = await drip(login16, ' '.repeat(10), 75, `{}${' '.repeat(12_000)}`)
    expect([told.http, told.code]).toEqual([408, 'body_too_slow'])
  })

  test('a caller may take longer as long as they keep the pace', async () => {
    expect(await drip({ path: '/api/edit', token: 'ann' }, ' ')).toMatchObject({
      http: 408,
      code: 'body_too_slow',
    })
    const steady = await drip({ path: '/api/edit', token: 'ann' }, ' '.repeat(20_000), 60)
    expect([steady.http, steady.sent > 60]).toEqual([200, true])
  })

  test('so it is with a text', async () => {
    const head = { path: '/api/list', token: 'ann', more: [TEXT] }
    const client = await new Client().send(
      headOf({ ...head, more: [TEXT, CHUNKED] }),
      chunk('{"name":"a"}\n1\n'),
    )
    expect((await client.answer()).code).toBe('body_too_slow')
  })
})

describe('a text below the JSON of its call', () => {
  const send = (text: string | Buffer, token = 'ann') =>
    whole(
      { path: '/api/list', token, more: [TEXT] },
      Buffer.concat([Buffer.from('{"name":"a"}\n'), Buffer.from(text)]),
    )

  test.each<[string, string[]]>([
    ['', ['']],
    ['1', ['1']],
    ['1\n2\r\n3\r4\n', ['1', '2', '3', '4', '']],
    ['\uFEFF1\n长\uFEFF', ['1', '长\uFEFF']],
    ['"a\n\n"', ['"a', '', '"']],
  ])('%j has the lines %j', async (text, lines) => {
    expect((await send(text)).body.data).toEqual({ name: 'a', lines })
  })

  test('lines come as they are wherever the pieces are cut', async () => {
    const text = '30123000045\r\n长é😀\r\r\n\n30123000046'
    const bytes = Buffer.from(`{"name":"a"}\n${text}`)
    const client = await new Client().send(headOf({ path: '/api/list', token: 'ann', more: [TEXT, CHUNKED] }))
    for (const byte of bytes) await client.send(chunk(Buffer.from([byte])))
    await client.send(END)
    expect((await client.answer()).body.data).toEqual({ name: 'a', lines: text.split(/\r\n|\r|\n/) })
    client.socket.destroy()
  })

  test('who may not is told so before a line is read', async () => {
    heard = []
    const head = { path: '/api/list', more: [TEXT, CHUNKED] }
    const client = await new Client().send(headOf({ ...head, token: 'bob' }), chunk('{"name":"a"}\n1\n'))
    expect((await client.answer()).code).toBe('forbidden')
    const wrong = await new Client().send(headOf({ ...head, token: 'ann' }), chunk('{"name":1}\n1\n'))
    expect((await wrong.answer()).body.err).toMatchObject({ code: 'field_invalid', field: 'name' })
    expect(heard).toEqual([])
    for (const { socket } of [client, wrong]) socket.destroy()
  })

  test('its handler works on what has come while the rest is on its way', async () => {
    const client = await new Client().send(headOf({ path: '/api/list', token: 'ann', more: [TEXT, CHUNKED] }))
    await client.send(chunk('{"name":"a"}\n1\n2\n3'))
    await expect.poll(() => heard, { timeout: 30_000 }).toEqual(['1', '2'])
    await client.send(chunk('4\n'), END)
    expect((await client.answer()).body.data).toEqual({ name: 'a', lines: ['1', '2', '34', ''] })
    client.socket.destroy()
  })

  test.each<[string, string | Buffer, number, string]>([
    ['more than its limit', 'x\n'.repeat(MIB / 2 + 1), 413, 'body_too_large'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 400, 'body_no_text'],
    ['U+0000', 'a\0b', 400, 'body_no_text'],
    ['half a character at the end', Buffer.from([0x31, 0xe9]), 400, 'body_no_text'],
  ])('%s is refused', async (_name, text, http, code) => {
    const told = await send(text)
    expect([told.http, told.code]).toEqual([http, code])
  })

  test('a first line beyond its limit, and one that is no JSON', async () => {
    const head = { path: '/api/list', token: 'ann', more: [TEXT] }
    expect((await whole(head, `{"name":"${'x'.repeat(20_000)}"}\n`)).code).toBe('body_too_large')
    expect((await whole(head, '30123000045\n30123000046')).code).toBe('field_invalid')
    expect((await whole(head, 'a\nb')).code).toBe('invalid_json')
    expect((await whole({ ...head, more: [] }, '{"name":"a"}')).code).toBe('content_type_unsupported')
  })

  test('who goes away in the middle of a long line gives back what it held', async () => {
    const begun = `{"name":"a"}\n${'x'.repeat(900_000)}`
    for (let round = 0; round < 20; round += 1) {
      const client = new Client()
      await client.send(headOf({ path: '/api/list', token: 'ann', more: [TEXT, CHUNKED] }), chunk(begun))
      await client.abort()
    }
    await expect.poll(async () => (await send('x'.repeat(900_000))).http, { timeout: 30_000 }).toBe(200)
  })
})
