import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { count, openStore } from '../src/index.ts'
import type { Migration, StoreCondition } from '../src/index.ts'
import { lostInLog } from '../src/sqlite/lost-in-log.ts'

interface Tables {
  item: { id: number; name: string; body: string }
}
const PAGE = 4_096
const migrations: Migration[] = [
  {
    name: 'item',
    up: async (db) => {
      await sql`create table item (id integer primary key, name text, body text)`.execute(db)
      await sql`create index item_name on item (name)`.execute(db)
    },
  },
]

let dataDir = ''
const inDir = (name: string) => join(dataDir, name)

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-damage-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A database of some hundred pages, with a tree of three levels and pages that are free. */
async function fill({ rows = 3_000, bodyBytes = 600, isThinned = true } = {}): Promise<void> {
  const store = await openStore<Tables>({ dataDir, migrations })
  for (let from = 0; from < rows; from += 500) {
    await store.write(async (tx) => {
      for (let id = from; id < from + 500; id++) {
        await tx
          .insertInto('item')
          .values({ id, name: `name ${(id * 7919) % rows}`, body: 'x'.repeat(bodyBytes) })
          .execute()
      }
    })
  }
  if (isThinned) await store.write((tx) => tx.deleteFrom('item').where('id', '<', 300).execute())
  await store.close()
}

/** The first page of a kind that holds some words: by the type in its first byte, as the file format has it. */
function pageOf(type: number, words = ''): number {
  const bytes = readFileSync(inDir('quarterdeck.db'))
  for (let at = PAGE; at < bytes.length; at += PAGE)
    if (bytes[at] === type && bytes.subarray(at, at + PAGE).includes(words)) return at
  throw new Error(`no page of type ${type}`)
}

function overwrite(name: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(inDir(name), 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}
const garbage = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 151 + 7) % 256))

const refusal = (name: string) => ({
  code: 'store_damaged',
  message: expect.stringMatching(
    new RegExp(
      `^The database ${inDir(name)} is damaged \\(.+\\)\\. .*npm run restore -- --from <file> --replace`,
    ),
  ),
})
const open = () => openStore<Tables>({ dataDir, migrations })

describe('[store.damage] a start on a damaged file is refused, with the file and the way back', () => {
  const pages: [string, () => void][] = [
    ['the header', () => overwrite('quarterdeck.db', 0, garbage(100))],
    ['the first page behind the header', () => overwrite('quarterdeck.db', 100, garbage(500))],
    ['an inner page of a table', () => overwrite('quarterdeck.db', pageOf(5), garbage(PAGE))],
    ['a leaf of a table', () => overwrite('quarterdeck.db', pageOf(13), garbage(PAGE))],
    ['an inner page of an index', () => overwrite('quarterdeck.db', pageOf(2), garbage(PAGE))],
    ['a leaf of an index', () => overwrite('quarterdeck.db', pageOf(10), garbage(PAGE))],
    ['pages of zeros', () => overwrite('quarterdeck.db', pageOf(13), Buffer.alloc(4 * PAGE))],
    [
      'the list of free pages',
      () => {
        const trunk = readFileSync(inDir('quarterdeck.db')).readUInt32BE(32)
        expect(trunk).toBeGreaterThan(0)
        overwrite('quarterdeck.db', (trunk - 1) * PAGE, garbage(PAGE))
      },
    ],
    ['a file cut in half', () => truncateSync(inDir('quarterdeck.db'), 200 * PAGE)],
  ]
  test.each(pages)('%s', async (_, damage) => {
    await fill()
    damage()
    await expect(open()).rejects.toMatchObject(refusal('quarterdeck.db'))
    // The folder is free again, and what is left of the data can be looked at.
    await expect(open()).rejects.toMatchObject(refusal('quarterdeck.db'))
  })

  test('one name in an index that is not the one in its row', async () => {
    await fill({ isThinned: false })
    const leaf = pageOf(10, 'name ')
    const at = readFileSync(inDir('quarterdeck.db')).lastIndexOf('name ', leaf + PAGE)
    expect(at).toBeGreaterThan(leaf)
    overwrite('quarterdeck.db', at, Buffer.from('nama'))
    await expect(open()).rejects.toMatchObject(refusal('quarterdeck.db'))
  })

  test('a sound file starts, and so does one a kill left in the middle', async () => {
    await fill()
    const store = await open()
    await store.write((tx) => tx.insertInto('item').values({ id: 9_000, name: 'n', body: '' }).execute())
    const copy = mkdtempSync(join(tmpdir(), 'qd-damage-'))
    cpSync(dataDir, copy, { recursive: true })
    await store.close()
    const again = await openStore<Tables>({ dataDir: copy, migrations })
    expect(await count(again.read, 'item')).toBe(2_701)
    await again.close()
    rmSync(copy, { recursive: true })
  })

  test('pages of a file too large for a whole check are looked at by a process of its own', async () => {
    await fill({ rows: 7_000, bodyBytes: 3_000 })
    expect(statSync(inDir('quarterdeck.db')).size).toBeGreaterThan(16 * 1024 * 1024)
    const sound = await open()
    await sound.close()
    overwrite('quarterdeck.db', pageOf(5), garbage(PAGE))
    const told: StoreCondition[] = []
    const onCondition = (condition: StoreCondition) => told.push(condition)
    const store = await openStore<Tables>({ dataDir, migrations, onCondition }).catch((error: unknown) => {
      expect(error).toMatchObject(refusal('quarterdeck.db'))
      return null
    })
    // On a machine too busy to find it within the time a start waits, the running store learns of it.
    if (store === null) return
    await expect.poll(() => store.condition().damage, { timeout: 30_000 }).not.toBeNull()
    await expect(store.ping()).rejects.toMatchObject({ code: 'store_damaged' })
    await store.close()
  }, 60_000)
})

describe('[store.damage] a log with commits that SQLite would leave out without a word', () => {
  /** A copy as a power cut leaves it: some commits in the log, none of them in the file. */
  async function withLog(): Promise<Buffer> {
    const other = mkdtempSync(join(tmpdir(), 'qd-damage-'))
    const store = await openStore<Tables>({ dataDir: other, migrations })
    for (let id = 0; id < 20; id++)
      await store.write((tx) =>
        tx
          .insertInto('item')
          .values({ id, name: String(id), body: '' })
          .execute(),
      )
    for (const name of ['quarterdeck.db', 'quarterdeck.db-wal']) copyFileSync(join(other, name), inDir(name))
    await store.close()
    rmSync(other, { recursive: true })
    return readFileSync(inDir('quarterdeck.db-wal'))
  }
  const FRAME = PAGE + 24

  test.each([
    ['in the page of a frame', (log: Buffer) => (log[32 + 4 * FRAME + 24 + 2_000]! ^= 1)],
    ['in the header of a frame', (log: Buffer) => (log[32 + 4 * FRAME + 9]! ^= 1)],
    ['in the header of the log', (log: Buffer) => (log[3]! ^= 4)],
    ['in its first frame', (log: Buffer) => log.fill(0, 32, 32 + FRAME)],
  ])('is refused when one bit is wrong %s', async (_, damage) => {
    const log = await withLog()
    damage(log)
    overwrite('quarterdeck.db-wal', 0, log)
    await expect(open()).rejects.toMatchObject({ code: 'store_damaged' })
  })

  test('but what a crash leaves of one commit is left out, as it was never acknowledged', async () => {
    const log = await withLog()
    const frames = (log.length - 32) / FRAME
    expect(frames).toBeGreaterThan(20)
    // Every length, as if the machine had stopped there, and a last commit written in the wrong order.
    for (const at of [32 + 20 * FRAME, 32 + 20 * FRAME + 700, log.length - 10, 32, 20, 0]) {
      truncateSync(inDir('quarterdeck.db-wal'), 0)
      overwrite('quarterdeck.db-wal', 0, log.subarray(0, at))
      expect([at, lostInLog(inDir('quarterdeck.db-wal'))]).toEqual([at, null])
    }
    log.fill(0, log.length - FRAME, log.length - 100)
    truncateSync(inDir('quarterdeck.db-wal'), 0)
    overwrite('quarterdeck.db-wal', 0, log)
    const store = await open()
    expect(await count(store.read, 'item')).toBe(19)
    await store.close()
  })
})

test('[store.damage] a page that goes bad under a running store: reads of it and all writes are refused with the reason, told once', async () => {
  await fill()
  const told: StoreCondition[] = []
  const store = await openStore<Tables>({ dataDir, migrations, onCondition: (each) => told.push(each) })
  overwrite('quarterdeck.db', pageOf(13), Buffer.alloc(PAGE * 20, 0xee))
  const all = () => store.read.selectFrom('item').select('body').execute()
  await expect(all()).rejects.toMatchObject({ code: 'store_damaged' })
  await expect(all()).rejects.toMatchObject({ code: 'store_damaged' })
  await expect(store.ping()).rejects.toMatchObject({ code: 'store_damaged' })
  const write = store.write((tx) => tx.insertInto('item').values({ id: -1, name: '', body: '' }).execute())
  await expect(write).rejects.toMatchObject({ code: 'store_damaged' })
  expect(told).toEqual([{ isFull: false, damage: expect.stringContaining('malformed') }])
  await store.close()
})
