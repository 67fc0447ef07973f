import type { FrameSummary, TimelineCounts } from '@qd/simulator/contract'
import { CAPTURE_PIECE } from '@qd/simulator/contract'
import { encodeFrame, QD1 } from '@qd/game-frame'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { LiveSocket, OpenedLive } from '../testing/open-live.ts'
import type { TestConsole } from '../testing/index.ts'

/* Captures and session files, opened without a game through the whole console. */

let running: TestConsole
let live: LiveSocket
beforeAll(async () => {
  running = await startTestConsole()
  live = await openLive(running.url, await running.signIn('developer'))
})
afterAll(async () => {
  live.socket.terminate()
  await running.dispose()
})

const at = { lineId: 'northwind-test', sId: 123 }
const open = (target: object) => live.open('simulator.connection', { target, account: { kind: 'none' } })

interface Loaded {
  counts: TimelineCounts
  faults: number
}

async function load(text: string, target: object = at): Promise<{ page: OpenedLive; loaded: Loaded }> {
  const page = await open({ kind: 'capture', name: 'a capture', ...target })
  for (let from = 0; ; from += CAPTURE_PIECE) {
    const isLast = from + CAPTURE_PIECE >= text.length
    const loaded = await page.ask<Loaded>('load', { text: text.slice(from, from + CAPTURE_PIECE), isLast })
    if (isLast) return { page, loaded }
  }
}

async function rowsOf(page: OpenedLive): Promise<FrameSummary[]> {
  const { view } = await page.ask<{ view: number }>('view', { filter: {} })
  return (await page.ask<{ rows: FrameSummary[] }>('rows', { view, from: 0, count: 500 })).rows
}

const frame = (direction: 'request' | 'reply', seq: number, status = 0) =>
  Buffer.from(encodeFrame(QD1, direction, { cmd: 1002, seq, status, body: new Uint8Array() })).toString('hex')

test('a session is saved without its one-use hash, and opened again with the same frames', async () => {
  const target = { kind: 'server', ...at }
  const page = await live.open('simulator.connection', { target, account: { kind: 'new' } })
  await page.event<{ kind: string; connection?: { phase: string } }>(
    ({ connection }) => connection?.phase === 'open',
  )
  const { bytes } = await page.ask<{ bytes: string }>('frame', { n: 0 })
  const hash = /\d{13}\.[0-9a-f]{32}\.[0-9a-f]{64}/.exec(Buffer.from(bytes, 'base64').toString('latin1'))![0]
  let text = ''
  for (let from: number | null = 0; from !== null;) {
    const piece: { text: string; next: number | null } = await page.ask('session', { from })
    text += piece.text
    from = piece.next
  }
  expect(text).not.toContain(Buffer.from(hash).toString('hex'))
  const { page: again, loaded } = await load(text)
  const { frames } = loaded.counts
  expect(loaded.faults).toBe(0)
  expect(frames).toBeGreaterThan(1)
  // The game goes on sending: what came after the save is not in it.
  const before = (await rowsOf(page)).slice(0, frames)
  const kept = ({ direction, cmd, seq, message, pair }: FrameSummary) => ({
    direction,
    cmd,
    seq,
    message,
    pair,
  })
  const after = await rowsOf(again)
  expect(after.map(kept)).toEqual(before.map(kept))
  expect(after.map((row) => row.at)).toEqual(before.map((row) => row.at))
  expect(await again.ask('send', { cmd: 1002 }).catch(({ message }) => message)).toBe('simulator_not_open')
  await page.ask('end')
})

test('lines of hex digits are cut into frames; a line that is none is named, and the rest is read', async () => {
  const lines = ['1700000000000 > 00', `1700000000001 > ${frame('request', 1)}`, `< ${frame('reply', 1)}`]
  const { page, loaded } = await load(
    [`> ${frame('request', 7)}`, 'hello', '> 0', ...lines.slice(1)].join('\n'),
  )
  expect(loaded).toMatchObject({ faults: 2, counts: { requests: 2, replies: 1 } })
  const rows = await rowsOf(page)
  expect(rows.filter(({ direction }) => direction === 'fault').map(({ fault }) => fault!.text)).toEqual([
    'line 2: is no line of hex digits',
    'line 3: is no line of hex digits',
  ])
  expect(rows.find(({ seq }) => seq === 1)).toMatchObject({
    at: 1_700_000_000_001,
    message: 'lantern.HeartbeatReq',
  })
})

test('a stream that breaks says where, and goes on with the next line', async () => {
  const { page } = await load(`< ffffffff00\n< ${frame('reply', 3)}\n`)
  expect(await rowsOf(page)).toMatchObject([
    {
      direction: 'fault',
      size: 5,
      fault: { code: 'too_long', text: expect.stringMatching(/^line 1: .*4294967/) },
    },
    { direction: 'reply', seq: 3 },
  ])
})

test('NDJSON of other tools is read; what is wrong with a line is said', async () => {
  const text = [
    JSON.stringify({
      direction: 'out',
      at: 5,
      data: Buffer.from(frame('request', 1), 'hex').toString('base64'),
    }),
    JSON.stringify({ direction: 'in', at: 9, hex: frame('reply', 1) }),
    JSON.stringify({ direction: 'sideways', hex: '00' }),
    JSON.stringify({ direction: 'in', hex: 'zz' }),
    '{"direction":',
  ].join('\n')
  const { page, loaded } = await load(text)
  expect(loaded.faults).toBe(3)
  const rows = await rowsOf(page)
  expect(rows[1]).toMatchObject({ rtMs: 4, pair: 0 })
  expect(rows.slice(2).map(({ fault }) => fault!.text)).toEqual([
    'line 3: has no direction: request or reply, out or in',
    'line 4: has no bytes: hex digits in hex, or base64 in data',
    'line 5: is no JSON',
  ])
})

test('the WebSocket messages of a HAR are read; a HAR without any says so', async () => {
  const message = (type: string, hex: string) => ({
    type,
    time: 1_700_000_000.5,
    opcode: 2,
    data: Buffer.from(hex, 'hex').toString('base64'),
  })
  const messages = [message('send', frame('request', 1)), message('receive', frame('reply', 1, 3))]
  const har = (entries: object[]) => JSON.stringify({ log: { entries } }, null, 2)
  const { page } = await load(har([{}, { _webSocketMessages: messages }]))
  expect(await rowsOf(page)).toMatchObject([
    { direction: 'request', at: 1_700_000_000_500 },
    { direction: 'reply', status: 3 },
  ])
  const empty = await load(har([{}]))
  expect((await rowsOf(empty.page))[0]!.fault!.text).toBe('the file: has no WebSocket messages')
  const broken = await load('{\n "log":')
  expect((await rowsOf(broken.page))[0]!.fault!.text).toBe('the file: is no JSON')
})

test('without server and record frames are qd-1, and their messages unknown; text after the last is refused', async () => {
  const { page } = await load(`> ${frame('request', 1)}`, { lineId: at.lineId })
  expect(await rowsOf(page)).toMatchObject([{ cmd: 1002, message: '' }])
  expect(await page.ask('load', { text: '', isLast: true }).catch(({ message }) => message)).toBe(
    'invalid_request',
  )
})

test('a saved capture of a server keeps no bytes nobody can read, of frames or of faults', async () => {
  const secret = Buffer.from('a token of a real player').toString('hex')
  const unknown = encodeFrame(QD1, 'reply', {
    cmd: 60_999,
    seq: 4,
    status: 0,
    body: Buffer.from(secret, 'hex'),
  })
  const lines = [
    `< ffffffff${secret}`,
    `< ${Buffer.from(unknown).toString('hex')}`,
    `> ${frame('request', 1)}`,
  ].join('\n')
  const sessionOf = async (target: object) => {
    const { page } = await load(lines, target)
    return (await page.ask<{ text: string }>('session', { from: 0 })).text
  }
  const ofServer = await sessionOf(at)
  expect(ofServer).not.toContain(secret)
  expect(ofServer).toContain('"code":"too_long"')
  expect(ofServer).toContain(frame('request', 1))
  // A record of a game nobody runs for players keeps all.
  expect((await sessionOf({ lineId: at.lineId })).split(secret)).toHaveLength(3)
})
