import { expect, onTestFinished, test } from 'vitest'
import { startChild } from './start-child.ts'
import type { TestChild } from './start-child.ts'

function startText(script: string): TestChild {
  const child = startChild(process.execPath, ['-e', script])
  onTestFinished(() => void child.kill())
  return child
}

test('the lines of a child are given one after the other, whether they were said before or not', async () => {
  const child = startText(`
    for (const word of ['one', 'two', 'one', 'three']) console.log(word)
    process.stdin.once('data', (text) => console.error('heard ' + text))`)
  expect(await child.says('three')).toBe('three')
  const again = startText("for (const word of ['one', 'two', 'one', 'two']) console.log(word)")
  expect([await again.says('one'), await again.says(/^o/), await again.says('two')]).toEqual([
    'one',
    'one',
    'two',
  ])
  child.write('me')
  expect(await child.says('heard')).toBe('heard me')
  const many = startText('for (let n = 0; n < 50; n += 1) console.log(n)')
  expect(await many.says(/^\d+$/, 40)).toBe('39')
  expect(await many.ended).toMatchObject({ code: 0, signal: null })
})

test('a child that ends before is told with its last words', async () => {
  const child = startText("console.log('so far'); console.error('no further'); process.exitCode = 3")
  await expect(child.says('ready')).rejects.toThrow(
    /ended with 3 before the line ready; it said: (?=.*so far)(?=.*no further)/s,
  )
  const work = new Promise<never>(() => {})
  await expect(child.outlives(work, 'its work')).rejects.toThrow('ended with 3 before its work')
})

test('one that cannot be started is told by what waits for it', async () => {
  const child = startChild('/nowhere/node', [])
  await expect(child.says('ready')).rejects.toThrow(/before the line ready; it said: .*ENOENT/s)
  expect(await child.kill()).toMatchObject({ text: expect.stringContaining('ENOENT') })
})

test('one that says nothing is given up before the test is over', { timeout: 4_000 }, async () => {
  const child = startText("console.log('slow'); setInterval(() => {}, 1_000)")
  await child.says('slow')
  await expect(child.says('ready')).rejects.toThrow(/waited \d+ ms for the line ready; it said: slow/)
  expect(await child.kill()).toMatchObject({ code: null, signal: 'SIGKILL' })
})
