import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KeptFiles } from './kept-files.ts'

test('one that was opened is read to its end after it was deleted; from then on it is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qd-kept-'))
  try {
    const files = new KeptFiles(folder, async () => 1e12)
    await files.node()
    async function* pieces() {
      yield 'one\n'
      yield 'two\n'
    }
    await files.write('a', pieces(), () => undefined)
    const opened = await files.open('a')
    await files.delete('a')
    let text = ''
    for await (const piece of opened!) text += piece
    expect(text).toBe('one\ntwo\n')
    expect(await files.open('a')).toBe(null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
