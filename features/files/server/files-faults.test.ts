import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, truncate, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { fileMigrations } from './index.ts'
import { LISTS, useFiles } from './testing/files-world.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
async function allOf<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
const CONTENT = Buffer.alloc(4_000, 'content ')

describeOnBothDatabases('files when things break', fileMigrations, (open) => {
  const it = useFiles(open)

  test('goes on after a restart and on another node, and what the disk lost is sent again', async () => {
    const first = await it.node()
    const ann = first.speak('ann')
    const content = CONTENT
    const { fileId } = (await ann.begin(content.length)).body.data
    await ann.part(fileId, 0, content.subarray(0, 3_000))
    await first.close()
    it.forget()
    const second = await it.node()
    const again = second.speak('ann')
    // The machine fell over before all of it was on the disk.
    await truncate(join(it.folder(), 'parts', fileId), 2_500)
    const short = await again.part(fileId, 3_000, content.subarray(3_000))
    expect(short.body.err).toMatchObject({ code: 'file_part_early', details: { received: 2_500 } })
    await again.part(fileId, 2_500, content.subarray(2_500, 3_500))
    const third = await it.node()
    await third.speak('ann').part(fileId, 3_500, content.subarray(3_500))
    expect((await again.finish(fileId, hashOf(content))).body.data.sha256).toBe(hashOf(content))
  })

  test.each([
    ['is gone', (at: string) => rm(at)],
    ['was cut', (at: string) => truncate(at, 10)],
    ['lost its last byte', (at: string) => truncate(at, CONTENT.length - 1)],
  ])('a content that %s is told as an error by everything that reads it', async (what, harm) => {
    const { speak, files } = await it.node()
    const ann = speak('ann')
    const fileId = await ann.send(CONTENT)
    const hash = hashOf(CONTENT)
    await harm(join(it.folder(), 'contents', hash.slice(0, 2), hash))
    const missing = { def: { code: 'file_content_missing' } }
    const stored = await files.port.open(ann.caller, fileId, LISTS)
    await expect(allOf(stored.pieces())).rejects.toMatchObject(missing)
    await expect(allOf(stored.lines())).rejects.toMatchObject(missing)
    if (what !== 'is gone') return
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: `bytes=${CONTENT.length}-` }]) {
      const answer = await ann.content(fileId, headers as Record<string, string>)
      expect([answer.http, answer.body.err?.code]).toEqual([404, 'file_content_missing'])
    }
    // Sent again, it is there again for all who have it.
    await ann.send(CONTENT)
    expect((await ann.content(fileId)).http).toBe(200)
  })

  test('only one writes at a time; who died is replaced, and what they still say does not count', async () => {
    let nowMs = 1_000_000_000_000
    const { speak } = await it.node({ nowMs: () => nowMs, limits: { writerMs: 60_000 } })
    const ann = speak('ann')
    const { fileId } = (await ann.begin(10)).body.data
    await it.store().write((tx) =>
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

  test('two nodes with folders of their own refuse uploads, until one of them is gone', async () => {
    const one = await it.node()
    const ann = one.speak('ann')
    const { fileId } = (await ann.begin(4)).body.data
    const own = join(it.folder(), 'own')
    await mkdir(own)
    const other = await it.node({}, own)
    const refused = [await ann.begin(4), await ann.part(fileId, 0, Buffer.from('0123'))]
    expect(refused.map(({ http, body }) => [http, body.err?.code])).toEqual([
      [503, 'file_folder_apart'],
      [503, 'file_folder_apart'],
    ])
    await other.close()
    it.forget()
    expect((await ann.part(fileId, 0, Buffer.from('0123'))).http).toBe(200)
  })

  test('the clean-up takes what is over and nothing that is needed', async () => {
    let nowMs = 1_000_000_000_000
    const { speak, files } = await it.node({ nowMs: () => nowMs })
    const sweep = () => files.cleanUps![0]!.run()
    const ann = speak('ann')
    const kept = await ann.send(Buffer.from('same'))
    const twin = await speak('bob').send(Buffer.from('same'))
    const { fileId: still } = (await ann.begin(4)).body.data
    await ann.part(still, 0, Buffer.from('01'))
    const [content] = await it.contents()
    const at = join(it.folder(), 'contents', content!.slice(0, 2), content!)
    const long = new Date(Date.now() - 7_200_000)
    await utimes(at, long, long)
    await utimes(join(it.folder(), 'parts', still), long, long)
    await ann.discard(kept)
    await sweep()
    expect(await it.contents()).toEqual([content])
    expect((await speak('bob').content(twin)).raw).toBe('same')
    expect((await ann.look(still)).body.data.received).toBe(2)
    // A file is kept for an hour here, an upload that stands still for a day.
    nowMs += 2 * 86_400_000
    await utimes(at, long, long)
    await sweep()
    expect(await it.contents()).toEqual([])
    expect(await readdir(join(it.folder(), 'parts'))).toEqual([])
    expect((await ann.look(still)).http).toBe(404)
  })

  test('is named by what lies on disk, whatever parts came to which node before', async () => {
    const [one, two] = [(await it.node()).speak('ann'), (await it.node()).speak('ann')]
    const [first, second] = [Buffer.from('first!'), Buffer.from('second')]
    const { fileId } = (await one.begin(6)).body.data
    await one.part(fileId, 0, first)
    // The other node refuses it, and it begins anew there with other bytes of the same length.
    expect((await two.finish(fileId, hashOf(second))).body.err?.code).toBe('file_damaged')
    await two.part(fileId, 0, second)
    expect((await one.finish(fileId)).body.data.sha256).toBe(hashOf(second))
    expect((await one.content(fileId)).raw).toBe('second')
  })

  test('many who begin at once do not all find the same room', async () => {
    const { speak } = await it.node({ limits: { uploads: 3 } })
    const ann = speak('ann')
    const begun = await Promise.all(Array.from({ length: 8 }, () => ann.begin(1)))
    expect(begun.filter(({ http }) => http === 200)).toHaveLength(3)
  })

  test('a clean-up that was cut off loses nothing, and the next one decides anew', async () => {
    const { speak, files } = await it.node()
    const ann = speak('ann')
    const id = await ann.send(Buffer.from('kept'))
    const sha256 = hashOf(Buffer.from('kept'))
    const at = join(it.folder(), 'contents', sha256.slice(0, 2), sha256)
    await rename(at, `${at}.aside`)
    const long = new Date(Date.now() - 7_200_000)
    await utimes(`${at}.aside`, long, long)
    await files.cleanUps![0]!.run()
    expect((await ann.content(id)).raw).toBe('kept')
  })

  test('a cut part is not counted, and the next one stands in its place', async () => {
    const { speak, app } = await it.node()
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
    await expect.poll(async () => (await ann.part(fileId, 0, Buffer.alloc(1_000))).http).toBe(200)
    expect((await ann.finish(fileId)).body.data.isDone).toBe(true)
  })
})
