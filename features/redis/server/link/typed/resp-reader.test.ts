import { Duplex } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { Reply } from '../redis-link.ts'
import { ReplyTooLarge, RespReader } from './resp-reader.ts'
import { startTypedSocket } from './typed-socket.ts'

function reading() {
  const replies: (Reply | Error)[] = []
  const reader = new RespReader({ onReply: (reply) => replies.push(reply), onPush: () => undefined })
  return { replies, reader }
}

test('a message that never ends is given up, though nobody asked for one', () => {
  const { reader } = reading()
  const mebibyte = Buffer.alloc(1_048_576, 'x')
  const flood = () => {
    for (let at = 0; at < 100; at += 1) reader.push(mebibyte)
  }
  reader.push(Buffer.from('$999999999999\r\n'))
  expect(flood).toThrow(ReplyTooLarge)
  const lists = reading()
  expect(() => {
    lists.reader.push(Buffer.from('>999999999\r\n'))
    for (let at = 0; at < 100; at += 1) lists.reader.push(Buffer.from('_\r\n'.repeat(100_000)))
  }).toThrow(ReplyTooLarge)
})

test('many replies one after the other are no large one', () => {
  const { reader, replies } = reading()
  const chunk = Buffer.from(`*2\r\n$1048570\r\n${'x'.repeat(1_048_570)}\r\n:1\r\n`)
  for (let at = 0; at < 100; at += 1) reader.push(chunk)
  expect(replies).toHaveLength(100)
})

test('a long line in pieces is put together once, wherever it is cut', () => {
  const { reader, replies } = reading()
  const joined = vi.spyOn(Buffer, 'concat')
  try {
    reader.push(Buffer.from('+1700000000.1 [0 local] "set"'))
    for (let at = 0; at < 500; at += 1) reader.push(Buffer.from('x'.repeat(100)))
    reader.push(Buffer.from('\r'))
    reader.push(Buffer.from('\n:'))
    reader.push(Buffer.from('7\r\n'))
    expect(joined.mock.calls.length).toBeLessThan(5)
  } finally {
    joined.mockRestore()
  }
  expect(replies.map((reply) => String(reply).length)).toEqual([50_028, 1])
})

test('an answer of too many values is one that is too large', async () => {
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const socket = startTypedSocket(stream, { timeoutMs: 60_000, onMessage: () => undefined })
  const answer = expect(socket.send(['LRANGE', 'l', '0', '-1'])).rejects.toThrow('redis_reply_too_large')
  stream.push(Buffer.from(`*1000001\r\n${'_\r\n'.repeat(1_000_001)}`))
  await answer
  expect(socket.isOpen).toBe(false)
})
