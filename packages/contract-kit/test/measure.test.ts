import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'qd-measure-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function scriptOf(text: string): string {
  const script = join(folder, 'measured.ts')
  writeFileSync(script, text)
  return script
}

test('a script is measured in a process of its own, with its words and the collector', async () => {
  const script = scriptOf(
    'console.log(JSON.stringify([process.argv.slice(2), typeof globalThis.gc, process.pid]))',
  )
  const [words, collector, pid] = await measure<[string[], string, number]>(script, { args: ['a', 'b'] })
  expect([words, collector]).toEqual([['a', 'b'], 'function'])
  expect(pid).not.toBe(process.pid)
})

test('one that fails says why, whatever it has printed', async () => {
  const script = scriptOf("console.log('1')\nthrow new Error('too much of it')")
  await expect(measure(script)).rejects.toThrow('too much of it')
})

test('one that holds more than its heap may have fails', async () => {
  const script = scriptOf('const held = []\nfor (;;) held.push({ at: held.length })')
  await expect(measure(script, { heapMiB: 20 })).rejects.toThrow('out of memory')
})
