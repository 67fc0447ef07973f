import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { encodeFrame, QD1 } from '@qd/game-frame'
import { CAPTURE_PIECE } from '@qd/simulator/contract'
import type { FrameSummary, KeptTimeline, SimulatorRecord, TimelineView } from '@qd/simulator/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { proven, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { LiveSocket, OpenedLive } from '../testing/open-live.ts'

/* Time lines that are kept under a name, through the whole console to the sandbox game. */

let running: TestConsole
let developer: Speaker
const sockets: LiveSocket[] = []
beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
})
afterAll(() => running.dispose())

const lineId = 'northwind-test'
const server = { kind: 'server', sId: 123, lineId }

async function openPage(target: object, speaker = developer): Promise<OpenedLive> {
  const live = await openLive(running.url, speaker)
  sockets.push(live)
  return live.open('simulator.connection', { target, account: { kind: 'new' } })
}

async function enter(): Promise<OpenedLive> {
  const page = await openPage(server)
  await page.event<{ connection?: { phase: string } }>(({ connection }) => connection?.phase === 'open')
  return page
}

async function rowsOf(page: OpenedLive): Promise<FrameSummary[]> {
  const { view } = await page.ask<TimelineView>('view', { filter: {} })
  return (await page.ask<{ rows: FrameSummary[] }>('rows', { view, from: 0, count: 500 })).rows
}

const keep = (page: OpenedLive, name: string) => page.ask<{ kept: KeptTimeline }>('keep', { name })

async function listed(speaker = developer) {
  const { body } = await speaker.post<{ list: KeptTimeline[]; bytes: number; limitBytes: number }>(
    '/platform/simulator/kept/list',
    { lineId },
  )
  return body.data
}

const capture = ({ keptId, sId, name }: KeptTimeline) => ({ kind: 'capture', lineId, name, sId, keptId })
const refusal = (asked: Promise<unknown>) => asked.catch(({ message }: Error) => message)

test('a time line is kept without secrets, opened again after its connection ended, and deleted', async () => {
  const page = await enter()
  await page.ask('pin', { n: 1, isPinned: true })
  const before = await rowsOf(page)
  const { bytes } = await page.ask<{ bytes: string }>('frame', { n: 0 })
  const hash = /\d{13}\.[0-9a-f]{32}\.[0-9a-f]{64}/.exec(Buffer.from(bytes, 'base64').toString('latin1'))![0]
  const { kept } = await keep(page, '第一次进入')
  expect(kept).toMatchObject({ name: '第一次进入', sId: 123, frames: before.length, isHere: true })
  expect(kept.uId).toMatch(/^\d+$/)
  await page.ask('end')

  const { list, bytes: taken, limitBytes } = await listed()
  expect(list).toEqual([kept])
  expect([taken, limitBytes]).toEqual([kept.bytes, 1_073_741_824])
  const folder = join(running.dataDir, 'simulator', 'kept')
  const file = (await readdir(folder)).find((name) => name.startsWith(kept.keptId))!
  const text = gunzipSync(await readFile(join(folder, file))).toString()
  expect(text).toContain('"session":1')
  expect(text).not.toContain(Buffer.from(hash).toString('hex'))

  const again = await openPage(capture(kept))
  await again.event<{ counts?: { frames: number } }>(({ counts }) => counts?.frames === before.length)
  const told = (rows: FrameSummary[]) =>
    rows.map(({ direction, cmd, message, pair, at, isPinned }) => [
      direction,
      cmd,
      message,
      pair,
      at,
      isPinned,
    ])
  expect(told(await rowsOf(again))).toEqual(told(before))
  expect(await refusal(again.ask('send', { cmd: 1002 }))).toBe('simulator_not_open')
  expect(await refusal(again.ask('load', { text: '> 00', isLast: true }))).toBe('not_found')

  const gone = await developer.post('/platform/simulator/kept/delete', { lineId, keptId: kept.keptId })
  expect(gone.body.status).toBe(0)
  expect((await listed()).list).toEqual([])
  expect(await readdir(folder)).toEqual(['node'])
  expect(await refusal(openPage(capture(kept)))).toBe('simulator_kept_not_found')
})

test('keeping and deleting are audited with the player', async () => {
  const page = await enter()
  const { kept } = await keep(page, 'for the audit')
  await developer.post('/platform/simulator/kept/delete', { lineId, keptId: kept.keptId })
  const admin = await running.signIn('admin')
  const rowsOfAction = async (action: string) => {
    const { body } = await admin.post<{ list: { target: string; actor: string }[] }>('/platform/audit/list', {
      action,
    })
    return body.data.list.map(({ target, actor }) => [target, actor])
  }
  expect(await rowsOfAction('simulator.timelineKept')).toContainEqual([kept.uId, 'developer'])
  expect(await rowsOfAction('simulator.keptDelete')).toContainEqual([kept.keptId, 'developer'])
})

test('nobody else sees, opens or deletes it; a taken name and another server are refused', async () => {
  const page = await enter()
  const { kept } = await keep(page, 'mine')
  expect(await refusal(keep(page, 'mine'))).toBe('simulator_name_taken')
  expect(await refusal(page.ask('keep', { name: '' }))).toBe('field_invalid')
  const admin = await running.signIn('admin')
  expect((await listed(admin)).list).toEqual([])
  expect(await refusal(openPage(capture(kept), admin))).toBe('simulator_kept_not_found')
  expect(await refusal(openPage({ ...capture(kept), sId: 124 }))).toBe('simulator_kept_not_found')
  const refused = await admin.post('/platform/simulator/kept/delete', { lineId, keptId: kept.keptId })
  expect(refused.body.err).toMatchObject({ code: 'simulator_kept_not_found' })
  expect((await listed()).list.map(({ name }) => name)).toEqual(['mine'])
})

test('one that lies on another node says where, and is still deleted', async () => {
  const page = await enter()
  const { kept } = await keep(page, 'elsewhere')
  await running.store
    .as<{ simulator_kept: { id: string; node_id: string; node_name: string } }>()
    .write((tx) =>
      tx
        .updateTable('simulator_kept')
        .set({ node_id: 'other', node_name: 'game-node-2' })
        .where('id', '=', kept.keptId)
        .execute(),
    )
  const found = (await listed()).list.find(({ keptId }) => keptId === kept.keptId)
  expect(found).toMatchObject({ isHere: false, node: 'game-node-2' })
  expect(await refusal(openPage(capture(kept)))).toBe('simulator_kept_elsewhere')
  const gone = await developer.post('/platform/simulator/kept/delete', { lineId, keptId: kept.keptId })
  expect(gone.body.status).toBe(0)
})

test('a file that is broken shows what can be read, and says where it ends', async () => {
  const page = await enter()
  const { kept } = await keep(page, 'broken')
  const path = join(running.dataDir, 'simulator', 'kept', `${kept.keptId}.ndjson.gz`)
  await writeFile(path, Buffer.from('this is no gzip'))
  const again = await openPage(capture(kept))
  await again.event<{ last?: FrameSummary[] }>(({ last = [] }) =>
    last.some(({ note = '' }) => note.startsWith('保存的时间线只能读到这里')),
  )
})

async function loadInto(page: OpenedLive, text: string): Promise<void> {
  for (let from = 0; from < text.length; from += CAPTURE_PIECE) {
    const isLast = from + CAPTURE_PIECE >= text.length
    await page.ask('load', { text: text.slice(from, from + CAPTURE_PIECE), isLast })
  }
}

test('frames that were cut by a layout of their own open again, however large they are', async () => {
  const layout = { ...QD1, maxFrameBytes: 4_194_304 }
  const frame = { cmd: 7, seq: 1, status: 0, body: new Uint8Array(2_500_000) }
  const data = Buffer.from(encodeFrame(layout, 'request', frame)).toString('base64')
  const page = await openPage({ kind: 'capture', lineId, name: 'large', layout })
  await loadInto(page, JSON.stringify({ direction: 'out', at: 5, data }))
  const before = await rowsOf(page)
  expect(before).toMatchObject([{ direction: 'request', cmd: 7, bodySize: 2_500_000 }])
  const { kept } = await keep(page, 'large')
  const again = await openPage(capture(kept))
  await again.event<{ counts?: { frames: number } }>(({ counts }) => counts?.frames === 1)
  expect(await rowsOf(again)).toEqual(before)
})

const LAYOUT = { ...QD1, maxFrameBytes: 65_536 }
const post = (path: string, body: object) => developer.post(`/platform/${path}`, { lineId, ...body })

async function recordWith(name: string): Promise<SimulatorRecord> {
  const text =
    'syntax = "proto3"; package other; message C2S_Move { string to = 1; } enum Cmd { NONE = 0; MOVE = 9; }'
  const { body } = await developer.post<{ record: SimulatorRecord }>('/platform/simulator/record/save', {
    lineId,
    name,
    url: 'ws://127.0.0.1:1',
    layout: LAYOUT,
    enter: null,
    files: [{ path: 'game.proto', text }],
    commands: { kind: 'rule', request: 'C2S_', reply: 'S2C_', push: '', enum: 'other.Cmd' },
  })
  return body.data.record
}

/** One frame of a record, kept. */
async function keptOfRecord(name: string) {
  const { recordId } = await recordWith(name)
  const page = await openPage({ kind: 'capture', lineId, name, recordId })
  const sent = encodeFrame(LAYOUT, 'request', { cmd: 9, seq: 1, status: 0, body: new Uint8Array() })
  await loadInto(page, `> ${Buffer.from(sent).toString('hex')}`)
  expect(await rowsOf(page)).toMatchObject([{ message: 'other.C2S_Move' }])
  const { kept } = await keep(page, name)
  expect((await post('simulator/record/delete', { recordId, revision: 1 })).http).toBe(200)
  return { kept, target: { ...capture(kept), recordId } }
}

const definitionOf = ({ keptId }: KeptTimeline, speaker = developer) =>
  speaker.post<{ proto: { nested: object }; cmds: { cmd: number }[] }>(
    '/platform/simulator/kept/definition',
    { lineId, keptId },
  )

test('one opens with the names it was kept with after its record was deleted', async () => {
  const { kept, target } = await keptOfRecord('soon gone')
  const again = await openPage(target)
  await again.event<{ counts?: { frames: number } }>(({ counts }) => counts?.frames === 1)
  expect(await rowsOf(again)).toMatchObject([{ direction: 'request', cmd: 9, message: 'other.C2S_Move' }])
  const { body } = await definitionOf(kept)
  expect(body.data.proto.nested).toHaveProperty('other')
  expect(body.data.cmds).toMatchObject([{ cmd: 0 }, { cmd: 9, req: 'other.C2S_Move' }])
  const admin = await running.signIn('admin')
  expect((await definitionOf(kept, admin)).body.err?.code).toBe('simulator_kept_not_found')
  expect((await listed()).list.find(({ keptId }) => keptId === kept.keptId)).toMatchObject({
    title: 'soon gone',
  })
})

test('without a definition one opens with frames as they are, and says so', async () => {
  const { kept, target } = await keptOfRecord('nameless')
  await running.store.as<{ simulator_definition: { hash: string } }>().write(async (tx) => {
    await tx.deleteFrom('simulator_definition').execute()
  })
  const again = await openPage(target)
  await again.event<{ counts?: { frames: number } }>(({ counts }) => counts?.frames === 2)
  const [note, frame] = await rowsOf(again)
  expect(note!.note).toMatch(/^此游戏或记录现在读不到.*帧不带名称$/)
  expect(frame).toMatchObject({ direction: 'request', cmd: 9, message: '' })
  expect((await definitionOf(kept)).body.err?.code).toBe('simulator_kept_nameless')
})

test('a row of an earlier release learns from its file what it was read with', async () => {
  const { kept } = await keptOfRecord('of an earlier release')
  const rows = running.store.as<{ simulator_kept: { id: string; definition_hash: string } }>()
  const hashOf = async () =>
    (
      await rows.read
        .selectFrom('simulator_kept')
        .select('definition_hash')
        .where('id', '=', kept.keptId)
        .executeTakeFirstOrThrow()
    ).definition_hash
  const forget = () =>
    rows.write((tx) =>
      tx.updateTable('simulator_kept').set({ definition_hash: '' }).where('id', '=', kept.keptId).execute(),
    )
  const hash = await hashOf()
  expect(hash).not.toBe('')
  await forget()
  expect((await definitionOf(kept)).body.data.proto.nested).toHaveProperty('other')
  expect(await hashOf()).toBe(hash)
})

test('one opens with its names after its server left the catalogue', async () => {
  const page = await openPage({ ...server, sId: 124 })
  await page.event<{ connection?: { phase: string } }>(({ connection }) => connection?.phase === 'open')
  const before = await rowsOf(page)
  const { kept } = await keep(page, 'of a server')
  await page.ask('end')
  const admin = await running.signIn('admin')
  const of = { game: 'lantern', partnerCode: 'northwind', lineId, sId: 124, revision: 1 }
  const gone = await proven(admin, () => admin.post('/platform/catalogue/delete', { ...of, reason: 'moved' }))
  expect(gone.http).toBe(200)
  const again = await openPage({ ...capture(kept), sId: 124 })
  await again.event<{ counts?: { frames: number } }>(({ counts }) => counts?.frames === kept.frames)
  const told = (rows: FrameSummary[]) => rows.map(({ cmd, message }) => [cmd, message])
  expect(before.some(({ message }) => message === 'lantern.EnterReq')).toBe(true)
  expect(told(await rowsOf(again)).slice(0, before.length)).toEqual(told(before))
  expect((await definitionOf(kept)).body.data.proto.nested).toHaveProperty('lantern')
})
