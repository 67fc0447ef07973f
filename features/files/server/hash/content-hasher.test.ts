import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ContentHasher } from './content-hasher.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let hasher: ContentHasher
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-hash-'))
  hasher = new ContentHasher()
})
afterAll(async () => {
  await hasher.stop()
  rmSync(folder, { recursive: true })
})

function upload(bytes: Buffer) {
  const fileId = randomUUID()
  const path = join(folder, fileId)
  writeFileSync(path, bytes)
  return { fileId, path, size: bytes.length }
}

test('whatever was followed, told twice or left out, the hash is that of the file', async () => {
  const parts = fc.array(fc.record({ length: fc.nat(3_000_000), times: fc.nat(2) }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async (lengths, isForgotten) => {
      const bytes = Buffer.alloc(
        lengths.reduce((sum, { length }) => sum + length, 0),
        randomUUID(),
      )
      const { fileId, path, size } = upload(bytes)
      let from = 0
      for (const { length, times } of lengths) {
        for (let time = 0; time < times; time += 1) hasher.follow({ fileId, path, from, to: from + length })
        from += length
      }
      if (isForgotten) hasher.forget(fileId)
      expect(await hasher.hashOf({ fileId, path, size, isFollowed: true })).toBe(sha256(bytes))
    }),
    { numRuns: 30 },
  )
})

test('what was written anew since it was followed is read again', async () => {
  const { fileId, path, size } = upload(Buffer.from('first!'))
  hasher.follow({ fileId, path, from: 0, to: size })
  writeFileSync(path, 'second')
  expect(await hasher.hashOf({ fileId, path, size, isFollowed: false })).toBe(sha256(Buffer.from('second')))
})

test('a file that is gone or cut is a fault, and a stopped thread begins again', async () => {
  const { fileId, path, size } = upload(Buffer.from('whole'))
  await expect(hasher.hashOf({ fileId, path, size: size + 1, isFollowed: true })).rejects.toThrow('shorter')
  await expect(hasher.hashOf({ fileId, path: `${path}x`, size, isFollowed: true })).rejects.toMatchObject({
    code: 'ENOENT',
  })
  const asked = hasher.hashOf({ fileId, path, size, isFollowed: true })
  await Promise.all([hasher.stop(), asked.catch(() => {})])
  expect(await hasher.hashOf({ fileId, path, size, isFollowed: true })).toBe(sha256(Buffer.from('whole')))
})
