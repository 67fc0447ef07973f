import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MadePart } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { fileMigrations } from './index.ts'
import { LISTS, useFiles } from './testing/files-world.ts'

const MADE = { ...LISTS, name: 'test.made', maxBytes: 1_000, isMade: true } as const

async function* texts(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces
}

const aPart = (fileId: string, text: string, more: Partial<MadePart> = {}): MadePart => ({
  fileId,
  use: MADE,
  name: 'keys.jsonl',
  pieces: texts(text),
  isFirst: false,
  isLast: false,
  ...more,
})

describeOnBothDatabases('files the console makes', fileMigrations, (open) => {
  const world = useFiles(open)
  const start = async (more: Parameters<typeof world.node>[0] = {}) => {
    const node = await world.node({ uses: () => [LISTS, MADE], ...more })
    const ann = node.speak('ann')
    const write = (part: MadePart) => node.files.port.write(ann.caller, part)
    const commit = async (part: MadePart) => {
      const written = await write(part)
      await world.store().write((tx) => written!.commit(tx))
    }
    const read = async (fileId: string) => {
      const file = await node.files.port.open(ann.caller, fileId, MADE)
      const pieces: Buffer[] = []
      for await (const piece of file.pieces()) pieces.push(piece)
      return Buffer.concat(pieces).toString()
    }
    return { node, ann, write, commit, read }
  }

  test('parts stand behind each other; one that was not committed is written over', async () => {
    const { write, commit, read, ann } = await start()
    const id = randomUUID()
    await commit(aPart(id, 'one\n', { isFirst: true }))
    await write(aPart(id, 'a longer part whose job ended before it counted\n'))
    await commit(aPart(id, 'zwei ü\n'))
    expect((await ann.look(id)).body.data).toMatchObject({ size: 12, received: 12, isDone: false })
    await write(aPart(id, 'another one that is longer than what comes in its place\n'))
    await commit(aPart(id, 'three\n', { isLast: true }))
    expect(await read(id)).toBe('one\nzwei ü\nthree\n')
    // Nothing of it is left behind on the disk.
    const [content = ''] = await world.contents()
    expect(await readFile(join(world.folder(), 'contents', content.slice(0, 2), content), 'utf8')).toBe(
      'one\nzwei ü\nthree\n',
    )
    expect(await write(aPart(id, 'more', { isLast: true }))).toBeNull()
    expect((await ann.list()).body.data.files).toMatchObject([
      { fileId: id, name: 'keys.jsonl', isDone: true, isMade: true },
    ])
  })

  test('of two who write the same part one counts', async () => {
    const { write, commit, read } = await start()
    const id = randomUUID()
    await commit(aPart(id, 'one\n', { isFirst: true }))
    for (const isLast of [false, true]) {
      const old = await write(aPart(id, 'old\n', { isLast }))
      await commit(aPart(id, 'new\n', { isLast }))
      await expect(world.store().write((tx) => old!.commit(tx))).rejects.toMatchObject({
        def: { code: 'file_not_found' },
      })
    }
    expect(await read(id)).toBe('one\nnew\nnew\n')
    const other = randomUUID()
    await commit(aPart(other, 'one\n', { isFirst: true }))
    const go = Promise.withResolvers<void>()
    async function* slow() {
      yield 'x'
      await go.promise
    }
    const first = write(aPart(other, '', { pieces: slow() }))
    await expect
      .poll(() => write(aPart(other, 'two')).catch((error: { def: { code: string } }) => error.def.code))
      .toBe('file_part_busy')
    go.resolve()
    await first
  })

  test('it is neither sent nor fetched by the calls of files, and belongs to one person', async () => {
    const { node, ann, commit } = await start()
    const id = randomUUID()
    await commit(aPart(id, 'one\n', { isFirst: true, isLast: true }))
    expect((await ann.content(id)).body.err?.code).toBe('file_not_found')
    expect((await ann.begin(3, MADE.name)).body.err?.code).toBe('file_use_unknown')
    const bob = node.speak('bob')
    for (const isFirst of [true, false]) {
      await expect(node.files.port.write(bob.caller, aPart(id, 'x', { isFirst }))).rejects.toMatchObject({
        def: { code: 'file_not_found' },
      })
    }
    await expect(node.files.port.open(bob.caller, id, MADE)).rejects.toMatchObject({
      def: { code: 'file_not_found' },
    })
  })

  test('what is too long, beyond what one keeps, or without its beginning is refused', async () => {
    const { write, commit, ann } = await start({ limits: { bytesOfPerson: 1_500 } })
    const code = (part: MadePart) => write(part).catch((error: { def: { code: string } }) => error.def.code)
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await code(aPart(first, 'x'))).toBe('file_not_found')
    expect(await code(aPart(first, 'x'.repeat(1_001), { isFirst: true }))).toBe('file_too_large')
    await commit(aPart(first, 'x'.repeat(900), { isFirst: true, isLast: true }))
    expect(await code(aPart(second, 'x'.repeat(700), { isFirst: true }))).toBe('file_too_large')
    await commit(aPart(second, 'x'.repeat(500), { isFirst: true }))
    await ann.discard(second)
    expect(await code(aPart(second, 'x'))).toBe('file_not_found')
  })
})
