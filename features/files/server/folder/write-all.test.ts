import { expect, test } from 'vitest'
import { writeAll } from './write-all.ts'

/** A disk that takes so many bytes with each write, and nothing once it is full. */
function disk(each: number, room: number) {
  const written: Buffer[] = []
  let left = room
  const writev = async (pieces: readonly Buffer[]) => {
    const bytesWritten = Math.min(each, Buffer.concat(pieces).length, left)
    left -= bytesWritten
    written.push(Buffer.concat(pieces).subarray(0, bytesWritten))
    return { bytesWritten, buffers: pieces }
  }
  return { file: { writev } as never, text: () => Buffer.concat(written).toString() }
}

test('what the disk takes in pieces is written whole', async () => {
  const { file, text } = disk(3, 100)
  await writeAll(
    file,
    ['01', '2345', '', '6789'].map((each) => Buffer.from(each)),
    0,
  )
  expect(text()).toBe('0123456789')
})

test('a disk that takes nothing more is full', async () => {
  const { file } = disk(3, 5)
  await expect(
    writeAll(
      file,
      ['01', '2345', '', '6789'].map((each) => Buffer.from(each)),
      0,
    ),
  ).rejects.toMatchObject({ code: 'ENOSPC' })
})
