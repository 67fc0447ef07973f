import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, stat, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileTables } from './index.ts'
import { fileMigrations } from './index.ts'
import { LISTS, MIB, OTHERS, filesNode, makeFolder, removeFolder } from './testing/files-world.ts'
import type { FilesNode } from './testing/files-world.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const CONTENT = randomBytes(20 * MIB)

describeOnBothDatabases('files', fileMigrations, (open) => {
  let store: Store<FileTables>
  let folder: string
  const nodes: FilesNode[] = []
  const node = async (more: Parameters<typeof filesNode>[2] = {}, where = folder) => {
    const made = await filesNode(store, where, more)
    nodes.push(made)
    return made
  }
  const contents = async () => {
    const lists = (await readdir(join(folder, 'contents'))).map((each) =>
      readdir(join(folder, 'contents', each)),
    )
    return (await Promise.all(lists)).flat()
  }
  beforeEach(async () => {
    store = await open<FileTables>()
    folder = await makeFolder()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((each) => each.close()))
    await removeFolder(folder)
  })

  test('a file in parts is taken, kept under its hash, read whole, by range and by line', async () => {
    const { speak, files } = await node()
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
    expect(await contents()).toEqual([hashOf(CONTENT)])
    expect(await readdir(join(folder, 'parts'))).toEqual([])

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
    const { speak } = await node()
    const ann = speak('ann')
    const id = await ann.send(Buffer.alloc(0))
    expect((await ann.look(id)).body.data).toMatchObject({ isDone: true, sha256: hashOf(Buffer.alloc(0)) })
    const answer = await ann.content(id)
    expect([answer.http, answer.raw]).toEqual([200, ''])
  })

  test('parts doubled, early, too long and damaged: nothing is written twice and the upload goes on', async () => {
    const { speak } = await node()
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
    const { speak } = await node()
    const ann = speak('ann')
    const { fileId } = (await ann.begin(10)).body.data
    await ann.part(fileId, 0, Buffer.from('0123456789'))
    expect((await ann.finish(fileId, hashOf(Buffer.from('x')))).body.err?.code).toBe('file_damaged')
    expect((await ann.look(fileId)).body.data.received).toBe(0)
    await ann.part(fileId, 0, Buffer.from('0123456789'))
    expect((await ann.finish(fileId, hashOf(Buffer.from('0123456789')))).http).toBe(200)
  })

  test('goes on after a restart and on another node, and what the disk lost is sent again', async () => {
    const first = await node()
    const ann = first.speak('ann')
    const content = CONTENT.subarray(0, 4_000)
    const { fileId } = (await ann.begin(content.length)).body.data
    await ann.part(fileId, 0, content.subarray(0, 3_000))
    await first.close()
    nodes.splice(0)
    const second = await node()
    const again = second.speak('ann')
    // The machine fell over before all of it was on the disk.
    await truncate(join(folder, 'parts', fileId), 2_500)
    const short = await again.part(fileId, 3_000, content.subarray(3_000))
    expect(short.body.err).toMatchObject({ code: 'file_part_early', details: { received: 2_500 } })
    await again.part(fileId, 2_500, content.subarray(2_500, 3_500))
    const third = await node()
    await third.speak('ann').part(fileId, 3_500, content.subarray(3_500))
    expect((await again.finish(fileId, hashOf(content))).body.data.sha256).toBe(hashOf(content))
  })

  test('only one writes at a time; who died is replaced, and what they still say does not count', async () => {
    let nowMs = 1_000_000_000_000
    const { speak } = await node({ nowMs: () => nowMs, limits: { writerMs: 60_000 } })
    const ann = speak('ann')
    const { fileId } = (await ann.begin(10)).body.data
    await store.write((tx) =>
      tx
        .updateTable('file')
        .set({ writer: 'dead', writer_until: nowMs + 60_000 })
        .execute(),
    )
    expect((await ann.part(fileId, 0, Buffer.from('01234'))).body.err?.code).toBe('file_part_busy')
    nowMs += 61_000
    expect((await ann.part(fileId, 0, Buffer.from('01234'))).body.data.received).toBe(5)
    const both = await Promise.all([
      ann.part(fileId, 5, Buffer.from('56789')),
      ann.part(fileId, 5, Buffer.from('56789')),
    ])
    expect(both.map(({ http }) => http).toSorted()).toContain(200)
    expect((await ann.finish(fileId, hashOf(Buffer.from('0123456789')))).http).toBe(200)
  })

  test('is for its owner alone, and for what it was sent for', async () => {
    const { speak, files, app } = await node()
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
    const { speak } = await node({ limits: { uploads: 2, bytesOfPerson: 50 * MIB } })
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
    const tight = await node({ limits: { freeBytes: Number.MAX_SAFE_INTEGER } })
    expect((await tight.speak('bob').begin(1)).body.err?.code).toBe('storage_full')
  })

  test('two nodes with folders of their own refuse uploads, until one of them is gone', async () => {
    const one = await node()
    const ann = one.speak('ann')
    const { fileId } = (await ann.begin(4)).body.data
    const own = join(folder, 'own')
    await mkdir(own)
    const other = await node({}, own)
    const refused = [await ann.begin(4), await ann.part(fileId, 0, Buffer.from('0123'))]
    expect(refused.map(({ http, body }) => [http, body.err?.code])).toEqual([
      [503, 'file_folder_apart'],
      [503, 'file_folder_apart'],
    ])
    await other.close()
    nodes.pop()
    expect((await ann.part(fileId, 0, Buffer.from('0123'))).http).toBe(200)
  })

  test('the clean-up takes what is over and nothing that is needed', async () => {
    let nowMs = 1_000_000_000_000
    const { speak, files } = await node({ nowMs: () => nowMs })
    const sweep = () => files.cleanUps![0]!.run()
    const ann = speak('ann')
    const kept = await ann.send(Buffer.from('same'))
    const twin = await speak('bob').send(Buffer.from('same'))
    const { fileId: still } = (await ann.begin(4)).body.data
    await ann.part(still, 0, Buffer.from('01'))
    const [content] = await contents()
    const at = join(folder, 'contents', content!.slice(0, 2), content!)
    const long = new Date(Date.now() - 7_200_000)
    await utimes(at, long, long)
    await utimes(join(folder, 'parts', still), long, long)
    await ann.discard(kept)
    await sweep()
    expect(await contents()).toEqual([content])
    expect((await speak('bob').content(twin)).raw).toBe('same')
    expect((await ann.look(still)).body.data.received).toBe(2)
    // A file is kept for an hour here, an upload that stands still for a day.
    nowMs += 2 * 86_400_000
    await utimes(at, long, long)
    await sweep()
    expect(await contents()).toEqual([])
    expect(await readdir(join(folder, 'parts'))).toEqual([])
    expect((await ann.look(still)).http).toBe(404)
  })

  test('a cut part is not counted, and nothing of it stays', async () => {
    const { speak, app } = await node()
    const ann = speak('ann')
    const { fileId } = (await ann.begin(1_000)).body.data
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as { port: number }
    const aborter = new AbortController()
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(100))
        setTimeout(() => aborter.abort(), 20)
        return new Promise((done) => setTimeout(done, 30))
      },
    })
    await fetch(`http://127.0.0.1:${port}/platform/file/part?fileId=${fileId}&offset=0`, {
      method: 'POST',
      headers: { token: 'ann', 'content-type': 'application/octet-stream' },
      body,
      duplex: 'half',
      signal: aborter.signal,
    } as RequestInit).catch(() => {})
    await expect
      .poll(async () => (await stat(join(folder, 'parts', fileId)).catch(() => ({ size: 0 }))).size)
      .toBe(0)
    await expect.poll(async () => (await ann.part(fileId, 0, Buffer.alloc(1_000))).http).toBe(200)
    expect((await ann.finish(fileId)).body.data.isDone).toBe(true)
  })
})
