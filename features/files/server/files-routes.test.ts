import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inBackground } from '@qd/server-kit'
import { askFor } from '@qd/server-kit/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { fileMigrations } from './index.ts'
import { LISTS, MIB, OTHERS, useFiles } from './testing/files-world.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const CONTENT = randomBytes(20 * MIB)

async function allOf<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

describeOnBothDatabases('the calls of files', fileMigrations, (open) => {
  const it = useFiles(open)

  test('a file in parts is taken, kept under its hash, read whole, by range and by line', async () => {
    const { speak, files } = await it.node()
    const ann = speak('ann')
    const begun = (await ann.begin(CONTENT.length)).body.data
    expect(begun).toMatchObject({
      use: LISTS.name,
      size: CONTENT.length,
      received: 0,
      isDone: false,
      partBytes: 8 * MIB,
    })
    for (let at = 0; at < CONTENT.length; at += 8 * MIB) {
      const bytes = CONTENT.subarray(at, at + 8 * MIB)
      const told = await ann.part(begun.fileId, at, bytes, hashOf(bytes))
      expect(told.body.data.received).toBe(at + bytes.length)
    }
    const done = await ann.finish(begun.fileId, hashOf(CONTENT))
    expect(done.body.data).toMatchObject({ isDone: true, sha256: hashOf(CONTENT) })
    expect(await it.contents()).toEqual([hashOf(CONTENT)])
    expect(await readdir(join(it.folder(), 'parts'))).toEqual([])

    const whole = await ann.content(begun.fileId)
    expect([whole.http, whole.headers['content-length'], whole.headers['etag']]).toEqual(
      [200, CONTENT.length, `"${hashOf(CONTENT)}"`].map((each) =>
        typeof each === 'number' && each > 999 ? String(each) : each,
      ),
    )
    expect(whole.headers['content-disposition']).toContain('players.csv')
    const some = await ann.content(begun.fileId, { range: 'bytes=8388600-8388620' })
    expect([some.http, some.headers['content-range']]).toEqual([
      206,
      `bytes 8388600-8388620/${CONTENT.length}`,
    ])
    expect((await ann.content(begun.fileId, { range: `bytes=${CONTENT.length}-` })).http).toBe(416)
    // Another content than the one the client has the beginning of: all of it again.
    expect((await ann.content(begun.fileId, { range: 'bytes=0-9', 'if-range': '"other"' })).http).toBe(200)

    const list = await ann.send(Buffer.from('30123000045\n30123000046\nend'))
    const file = await files.port.open(ann.caller, list, LISTS)
    const lines: string[] = []
    for await (const some of file.lines()) lines.push(...some)
    expect([file.name, lines]).toEqual(['players.csv', ['30123000045', '30123000046', 'end']])
  })

  test('an empty file is a file', async () => {
    const { speak } = await it.node()
    const ann = speak('ann')
    const id = await ann.send(Buffer.alloc(0))
    expect((await ann.look(id)).body.data).toMatchObject({ isDone: true, sha256: hashOf(Buffer.alloc(0)) })
    const answer = await ann.content(id)
    expect([answer.http, answer.raw]).toEqual([200, ''])
  })

  test('parts doubled, early, too long and damaged: nothing is written twice and the upload goes on', async () => {
    const { speak } = await it.node()
    const ann = speak('ann')
    const content = CONTENT.subarray(0, 3_000)
    const { fileId } = (await ann.begin(content.length)).body.data
    await ann.part(fileId, 0, content.subarray(0, 1_000))
    // Doubled, with other bytes at that.
    const again = await ann.part(fileId, 0, randomBytes(1_000))
    expect([again.http, again.body.data.received]).toEqual([200, 1_000])
    const early = await ann.part(fileId, 2_000, content.subarray(2_000))
    expect([early.http, early.body.err?.code, early.body.err?.details]).toEqual([
      409,
      'file_part_early',
      { received: 1_000 },
    ])
    const long = await ann.part(fileId, 1_000, randomBytes(2_001))
    expect([long.http, long.body.err?.code]).toEqual([400, 'file_part_long'])
    const damaged = await ann.part(fileId, 1_000, content.subarray(1_000, 2_000), hashOf(content))
    expect([damaged.http, damaged.body.err?.code]).toEqual([422, 'file_part_damaged'])
    expect((await ann.finish(fileId)).body.err).toMatchObject({
      code: 'file_incomplete',
      details: { received: 1_000 },
    })
    await ann.part(fileId, 1_000, content.subarray(1_000))
    expect((await ann.finish(fileId, hashOf(content))).body.data.sha256).toBe(hashOf(content))
    // Ended twice: told the same.
    expect((await ann.finish(fileId)).body.data.sha256).toBe(hashOf(content))
  })

  test('a file that differs from what its sender has begins anew', async () => {
    const { speak } = await it.node()
    const ann = speak('ann')
    const { fileId } = (await ann.begin(10)).body.data
    await ann.part(fileId, 0, Buffer.from('0123456789'))
    expect((await ann.finish(fileId, hashOf(Buffer.from('x')))).body.err?.code).toBe('file_damaged')
    expect((await ann.look(fileId)).body.data.received).toBe(0)
    await ann.part(fileId, 0, Buffer.from('0123456789'))
    expect((await ann.finish(fileId, hashOf(Buffer.from('0123456789')))).http).toBe(200)
  })

  test('who has lost the right sends no further part and finishes nothing', async () => {
    const { speak } = await it.node()
    const { fileId } = (await speak('ann').begin(2)).body.data
    await speak('ann').part(fileId, 0, Buffer.from('1'))
    // The same person, each time with the rights they have by then.
    const without = () => speak('ann', ['test.others'])
    expect((await without().part(fileId, 1, Buffer.from('2'))).http).toBe(403)
    await speak('ann').part(fileId, 1, Buffer.from('2'))
    expect((await without().finish(fileId)).http).toBe(403)
    expect((await speak('ann').finish(fileId)).body.data.isDone).toBe(true)
  })

  test('everybody lists their own files, to delete what they do not need', async () => {
    const { speak } = await it.node()
    const [ann, bob] = [speak('ann'), speak('bob')]
    const done = await ann.send(Buffer.from('done'))
    const { fileId } = (await ann.begin(10)).body.data
    const listed = (await ann.list()).body.data
    expect(listed.files.map((each) => [each.fileId, each.isDone])).toEqual([
      [fileId, false],
      [done, true],
    ])
    expect((await bob.list()).body.data.files).toEqual([])
    await ann.discard(done)
    await ann.discard(fileId)
    expect((await ann.list()).body.data.files).toEqual([])
  })

  test('is for its owner alone, and for what it was sent for', async () => {
    const { speak, files, app } = await it.node()
    const ann = speak('ann')
    const id = await ann.send(Buffer.from('mine'))
    const { fileId: half } = (await ann.begin(5)).body.data
    const bob = speak('bob')
    const missing = '00000000-0000-7000-8000-000000000000'
    for (const each of [id, half]) {
      const answers = [
        await bob.look(each),
        await bob.finish(each),
        await bob.discard(each),
        await bob.part(each, 0, Buffer.from('x')),
        await bob.content(each),
      ]
      expect(answers.map(({ http }) => http)).toEqual([404, 404, 404, 404, 404])
      expect(answers[0]!.body.err).toEqual((await bob.look(missing)).body.err)
    }
    await expect(files.port.open(bob.caller, id, LISTS)).rejects.toMatchObject({
      def: { code: 'file_not_found' },
    })
    await expect(files.port.open(ann.caller, id, OTHERS)).rejects.toMatchObject({
      def: { code: 'file_not_found' },
    })
    await expect(files.port.open(ann.caller, half, LISTS)).rejects.toMatchObject({
      def: { code: 'file_incomplete' },
    })
    expect((await speak('eve', ['other.code']).begin(5)).http).toBe(403)
    expect(
      (await app.anonymous.post('/platform/file/begin', { use: LISTS.name, name: 'a', size: 1 })).http,
    ).toBe(401)
    for (const fileId of ['../../etc/passwd', '..%2F..', 'a'.repeat(65), '']) {
      expect([400, 404]).toContain((await ann.look(fileId)).http)
    }
  })

  test('refuses what is too large, too much, or for nothing', async () => {
    const { speak } = await it.node({ limits: { uploads: 2, bytesOfPerson: 50 * MIB } })
    const ann = speak('ann')
    const refusals = [
      await ann.begin(LISTS.maxBytes + 1),
      await ann.begin(1, 'no.use'),
      await ann.begin(-1),
      await ann.begin(1.5),
    ]
    expect(refusals.map(({ body }) => body.err?.code)).toEqual([
      'file_too_large',
      'file_use_unknown',
      'field_invalid',
      'field_invalid',
    ])
    await ann.begin(30 * MIB)
    expect((await ann.begin(30 * MIB)).body.err?.code).toBe('file_quota')
    const { fileId } = (await ann.begin(1)).body.data
    expect((await ann.begin(1)).body.err?.code).toBe('file_quota')
    await ann.discard(fileId)
    expect((await ann.begin(1)).http).toBe(200)
    const tight = await it.node({ limits: { freeBytes: Number.MAX_SAFE_INTEGER } })
    expect((await tight.speak('bob').begin(1)).body.err?.code).toBe('storage_full')
  })

  test('a file without lines is no list, and one person has two read at a time', async () => {
    const { speak, files } = await it.node()
    const ann = speak('ann')
    const long = await files.port.open(ann.caller, await ann.send(Buffer.alloc(2 * MIB, 'x')), LISTS)
    await expect(allOf(long.lines())).rejects.toMatchObject({ def: { code: 'file_line_long' } })
    const list = await files.port.open(ann.caller, await ann.send(Buffer.from('1\n2\n3')), LISTS)
    const inCall = <T>(work: () => Promise<T>) => askFor({ id: ann.caller.userId, language: 'en' }, work)
    const all = [['1', '2'], ['3']]
    const open = [list.lines(), list.lines()]
    await inCall(() => Promise.all(open.map((lines) => lines.next())))
    await expect(inCall(() => list.lines().next())).rejects.toMatchObject({ def: { code: 'overloaded' } })
    // Jobs take turns of their own, and would be told that their game server is away.
    const jobs = await inBackground(() => Promise.all([0, 1, 2].map(() => allOf(list.lines()))))
    expect(jobs).toEqual([all, all, all])
    await open[0]!.return()
    expect(await inCall(() => allOf(list.lines()))).toEqual(all)
    await open[1]!.return()
  })
})
