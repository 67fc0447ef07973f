import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { startConsole } from './console-under-test.ts'
import { median } from './result.ts'

/** Rows of the module; with this shape about 10 MB of JSON. */
export const LARGE_ROWS = 40_000
const FIELDS = 12

const fields = [
  { name: '编号', type: 'int', fieldName: 'recordId', comment: '唯一编号', min: 1, max: 99_999_999 },
  {
    name: '总额',
    type: 'int',
    fieldName: 'amount',
    comment: '以文本传输',
    min: '0',
    max: '9223372036854775807',
  },
  { name: '备注', type: 'string', fieldName: 'note', comment: '自由文本', maxBytes: 400 },
  {
    name: '时间',
    type: 'int',
    fieldName: 'madeAt',
    comment: '记录时间',
    time: 's',
    min: 0,
    max: 4_102_444_800,
  },
  { name: '比率', type: 'float', fieldName: 'rate', comment: '0 到 1', min: 0, max: 1 },
  ...Array.from({ length: FIELDS - 5 }, (_, index) => ({
    name: `计数 ${index + 1}`,
    type: 'int',
    fieldName: `count${index + 1}`,
    comment: '计数',
    min: 0,
    max: 999_999_999,
  })),
]

/** The definition of a table `Archive`. */
export function largeDefinition() {
  const names = Object.fromEntries(fields.map(({ fieldName, name }) => [fieldName, name]))
  const info = { name: 'Archive', comment: '档案', fields, names, key: 'recordId', netKey: 'archive' }
  const tip = { type: 'adjust', keyTip: '档案', diffInfo: 'Archive', doc: '很大的表' }
  return { diffInfos: { Archive: info }, protocols: [tip] }
}

/** Writes it into a folder for `QD_SANDBOX_PROTOCOL`. */
export function writeLargeDefinition(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'archive.json'), JSON.stringify(largeDefinition()))
}

/** A row whose values depend on its number only. */
export function largeRow(recordId: number): Record<string, unknown> {
  const row: Record<string, unknown> = {
    recordId,
    amount: String(9_000_000_000_000_000_000n + BigInt(recordId)),
    note: `第 ${recordId} 条记录，由系统写入，供核对时查看`,
    madeAt: 1_780_000_000 + recordId,
    rate: (recordId % 1000) / 1000,
  }
  for (let index = 1; index <= FIELDS - 5; index += 1)
    row[`count${index}`] = (recordId * index * 7919) % 1_000_000
  return row
}

/** A shorter row, of which 100,000 stay below what a game server may answer at once. */
function shortRow(recordId: number): Record<string, unknown> {
  const row: Record<string, unknown> = {
    recordId,
    amount: String(recordId),
    note: `n${recordId}`,
    madeAt: 1_780_000_000 + recordId,
    rate: (recordId % 10) / 10,
  }
  for (let index = 1; index <= 4; index += 1) row[`count${index}`] = (recordId * index) % 100
  return row
}

export function largeTable(rows: number): Record<string, unknown> {
  const rowOf = rows > LARGE_ROWS ? shortRow : largeRow
  return Object.fromEntries(Array.from({ length: rows }, (_, at) => [String(at + 1), rowOf(at + 1)]))
}

/** Gives a stored player of a stopped sandbox the large table; returns the size of their data in bytes. */
export function growPlayer(dataFolder: string, uId: string, rows = LARGE_ROWS): number {
  const games = join(dataFolder, 'sandbox/games')
  for (const file of readdirSync(games).filter((name) => name.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(games, file))
    try {
      const row = database.prepare('select document from players where u_id = ?').get(uId)
      if (typeof row?.['document'] !== 'string') continue
      const document = JSON.stringify({ ...JSON.parse(row['document']), archive: largeTable(rows) })
      database.prepare('update players set document = ? where u_id = ?').run(document, uId)
      return Buffer.byteLength(document)
    } finally {
      database.close()
    }
  }
  throw new Error(`no stored player ${uId}`)
}

const S_ID = 123

export interface LargeWorld {
  uId: string
  bytes: number
  start: () => ReturnType<typeof startConsole>
}

/** A sandbox player who has just been made, and then grown while the sandbox stood still. */
export async function makeLargePlayer(folder: string, rows = LARGE_ROWS): Promise<LargeWorld> {
  const definitions = join(folder, 'definitions')
  writeLargeDefinition(definitions)
  const data = join(folder, 'data')
  const start = () => startConsole({ QD_SANDBOX_PROTOCOL: definitions }, data)
  const running = await start()
  const answer = await fetch(`${running.url}/adjust/newUser?sId=${S_ID}`, {
    method: 'POST',
    headers: { token: await running.signIn('admin'), 'content-type': 'application/json' },
    body: JSON.stringify({ count: 1 }),
  })
  const { data: made } = (await answer.json()) as { data: { userId: string } }
  await running.stop()
  return { uId: made.userId, bytes: growPlayer(data, made.userId, rows), start }
}

/** Has the page note how long each key takes until its frame is drawn; kept in `window.strokes`. */
async function noteStrokes(page: Page): Promise<void> {
  await page.evaluate(`window.strokes = []; window.isNoting || document.addEventListener('beforeinput', () => {
    const start = performance.now()
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => window.strokes.push(performance.now() - start)
      channel.port2.postMessage(0)
    })
  }, true); window.isNoting = true`)
}

/** Types into what has the focus, a key at a time; the median of the milliseconds until it is seen. */
export async function typeKeys(page: Page, text: string): Promise<number> {
  await noteStrokes(page)
  for (const key of text) {
    await page.keyboard.type(key)
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 500 }))')
  }
  return median((await page.evaluate('window.strokes')) as number[])
}
