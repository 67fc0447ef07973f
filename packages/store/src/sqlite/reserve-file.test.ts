import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RESERVE_BYTES, ReserveFile } from './reserve-file.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'qd-reserve-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('it takes room with bytes that no file system can leave out, and hardly any memory', async () => {
  const script = join(import.meta.dirname, '../../testing/make-reserve.ts')
  const made = await measure<{ isMade: boolean; bytes: number }>(script, { args: [folder] })
  expect(made.isMade).toBe(true)
  expect(made.bytes).toBeLessThan(2 * 1_048_576)
  const reserve = new ReserveFile(folder)
  expect(reserve.isThere).toBe(true)
  const bytes = readFileSync(join(folder, 'quarterdeck.reserve'))
  const mebibytes = Array.from({ length: RESERVE_BYTES / 1_048_576 }, (_, at) =>
    bytes.subarray(at * 1_048_576, at * 1_048_576 + 64).toString('hex'),
  )
  expect(new Set(mebibytes).size).toBe(16)
  expect(reserve.giveUp()).toBe(true)
  expect(reserve.isThere).toBe(false)
})
