import { expect, test } from 'vitest'
import { BATCH_LINES_MAX, REPLY_BYTES_MAX, ReplyMeter } from './reply-meter.ts'

const MEBIBYTE = Buffer.alloc(1_048_576, 'x')

test('a message nobody asked for has an end, however many there were before', () => {
  const meter = new ReplyMeter()
  for (let at = 0; at < 100; at += 1) {
    expect(meter.heard(MEBIBYTE)).toBe(false)
    meter.told()
  }
  for (let at = 0; at < REPLY_BYTES_MAX; at += MEBIBYTE.length) expect(meter.heard(MEBIBYTE)).toBe(false)
  expect(meter.heard(MEBIBYTE)).toBe(true)
})

test('what comes with the end of a reply adds up to nothing', () => {
  const meter = new ReplyMeter()
  for (let at = 0; at < 100; at += 1) {
    meter.settle(meter.begin())
    expect(meter.heard(MEBIBYTE)).toBe(false)
  }
})

test('millions of tiny values are too large, though their bytes are few', () => {
  const meter = new ReplyMeter()
  const due = meter.begin()
  const chunk = Buffer.from('$1\r\nx\r\n'.repeat(100_000))
  for (let lines = 200_000; lines <= BATCH_LINES_MAX; lines += 200_000) expect(meter.heard(chunk)).toBe(false)
  expect(meter.heard(chunk)).toBe(true)
  expect(meter.tooLarge).toBe(due)
})
