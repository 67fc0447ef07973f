import { QD1 } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import type { CatalogueServer } from '@qd/server-kit'
import { describe, expect, test } from 'vitest'
import { withoutSecrets } from '../../contract/index.ts'
import { openCapture } from './capture/open-capture.ts'
import type { GameConnection } from './connection/connection.ts'
import type { PreparedWay } from './connection/game-way.ts'
import { serverWay } from './connection/server-way.ts'
import { MessageBook } from './messages.ts'

const nested = { h: { nested: { Say: { fields: { text: { type: 'string', id: 1 } } } } } }
const cmds = [{ cmd: 7, name: 'Say', req: 'h.Say', res: 'h.Say', push: '' }]
const JSON_BYTES = Buffer.from('{"text":"a"}')

function depsOf(body: FrameDescriptor['body']) {
  const target = { codec: { ...QD1, body } }
  const reached = { target, proto: { read: async () => ({ nested, cmds }) } }
  return { reach: { reach: async () => reached }, keepDefinition: async () => '' } as never
}
const server = { game: 'lantern', serviceName: 'S1' } as CatalogueServer

describe('a layout whose bodies are no protobuf', () => {
  test('is written and read by its own kind on a server', async () => {
    const way = serverWay({
      deps: depsOf('json'),
      accounts: undefined as never,
      server,
      account: { kind: 'none' },
      ver: '',
      ip: () => '',
      keep: async () => '',
      mayBeAnybody: async () => false,
    })
    const signal = new AbortController().signal
    const book = await (await way.prepare(signal)).definitions(signal)
    expect(Buffer.from(book.encode('h.Say', { text: 'a' }))).toEqual(JSON_BYTES)
    expect(book.decode('h.Say', JSON_BYTES)).toEqual({ text: 'a' })
  })

  test('is read by its own kind from a capture', async () => {
    let used: MessageBook | undefined
    const inspect = (_way: PreparedWay, book: MessageBook) => {
      used = book
    }
    await openCapture(depsOf('json'), { inspect } as GameConnection, {
      server,
      record: async () => null,
      kept: null,
      by: '',
    })
    expect(used?.decode('h.Say', JSON_BYTES)).toEqual({ text: 'a' })
  })

  test('msgpack is written from JSON and read again', () => {
    const book = new MessageBook(nested, cmds, 'msgpack')
    const bytes = Buffer.from('82a474657874a161a16ecf0020000000000001', 'hex')
    expect(Buffer.from(book.encode('h.Say', { text: 'a', n: '9007199254740993' }))).toEqual(bytes)
    expect(book.decode('h.Say', bytes)).toEqual({ text: 'a', n: '9007199254740993' })
    expect(() => book.encode('h.Say', { text: 1 })).toThrow(expect.objectContaining({ field: 'body.text' }))
    expect(book.decode('h.Say', Buffer.from([0xc1]))).toBeUndefined()
    expect(() => book.encode('h.Say', { n: 2 ** 53 })).toThrow(expect.objectContaining({ field: 'body.n' }))
    // Keys within keys, as deep as a body may be.
    expect(book.decode('h.Say', Buffer.from('81'.repeat(64) + '01'.repeat(65), 'hex'))).toBeDefined()
    expect(book.emptyBody(7)).toEqual(Uint8Array.of(0x80))
  })

  test('secrets of a msgpack map are found, whatever its keys are', () => {
    const book = new MessageBook(nested, cmds, 'msgpack')
    // {7: {"token": "a"}, "password": "b", "c": [{"token": <01>}]}
    const bytes = Buffer.from('830781a5746f6b656ea161a870617373776f7264a162a1639181a5746f6b656ec40101', 'hex')
    const { value, isChanged } = withoutSecrets(book.decode('h.Say', bytes))
    expect(isChanged).toBe(true)
    expect(Buffer.from(book.encode('h.Say', value)).toString('hex')).toBe(
      '830781a5746f6b656ea0a870617373776f7264a0a1639181a5746f6b656ec400',
    )
  })

  test.each(['json', 'msgpack', 'protobuf'] as const)(
    'digits beyond the largest number are refused in %s, with their field',
    (kind) => {
      const nested = {
        h: { nested: { Say: { fields: { texts: { type: 'double', rule: 'repeated', id: 1 } } } } },
      }
      const book = new MessageBook(nested, cmds, kind)
      for (const body of ['{"texts":[1.5,1e400]}', '{"texts":[1.5,-1e999]}'])
        expect(() => book.encode('h.Say', JSON.parse(body))).toThrow(
          expect.objectContaining({ field: 'body.texts.1' }),
        )
      expect(book.encode('h.Say', { texts: [1.5, 1e308] }).length).toBeGreaterThan(8)
    },
  )

  test('raw is refused as JSON, never sent as protobuf', () => {
    const book = new MessageBook(nested, cmds, 'raw')
    expect(() => book.encode('h.Say', { text: 'a' })).toThrow(
      expect.objectContaining({ message: 'simulator_body_invalid' }),
    )
    expect(book.decode('h.Say', Buffer.from([0x0a, 0x01, 0x61]))).toBeUndefined()
    expect(book.emptyBody(7)).toEqual(new Uint8Array())
  })
})
