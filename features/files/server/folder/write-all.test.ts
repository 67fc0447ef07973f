import { expect, test } from 'vitest'
import { writeAll } from './write-all.ts'

/** A disk that takes so many bytes with each write, and nothing once it is full. */
function disk(each: number, room: number) {
  const written: Buffer[] = []
  let left = room
  const write = async (bytes: Buffer, from: number, length: number) => {
    const bytesWritten = Math.min(each, length, left)
    left -= bytesWritten
    written.push(bytes.subarray(from, from + bytesWritten))
    return { bytesWritten, buffer: bytes }
  }
  return { file: { write } as never, text: () => Buffer.concat(written).toString() }
}

test('what the disk takes in pieces is written whole', async () => {
  const { file, text } = disk(3, 100)
  await writeAll(file, Buffer.from('0123456789'), 0)
  expect(text()).toBe('0123456789')
})

test('a disk that takes nothing more is full', async () => {
  const { file } = disk(3, 5)
  await expect(writeAll(file, Buffer.from('0123456789'), 0)).rejects.toMatchObject({ code: 'ENOSPC' })
})
