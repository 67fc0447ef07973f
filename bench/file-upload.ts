import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { startConsole } from './tools/console-under-test.ts'
import { cpuSeconds, residentKiB } from './tools/process-cost.ts'
import { startReady } from './tools/ready-process.ts'
import { median, medianShare, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const MIB = 1_048_576
/** The largest list a bulk edit takes; four of them are 1 GiB. */
const SIZE = 256 * MIB
const FILES = 4
const PART = 8 * MIB
const ROUNDS = 3
const BARE = 'bare Fastify, one stream to disk'
const PARTS = 'parts of 8 MiB, hashed, finished'
const RATE = 'MiB/s'
const CPU_RATE = 'MiB/s CPU'
const GROWTH = 'MiB more'

const part = randomBytes(PART)

/** The same plain client for both: `fetch` copies a body before it sends it. */
const agent = new Agent({ keepAlive: true })

async function send(
  url: string,
  headers: Record<string, string>,
  pieces: readonly Buffer[],
): Promise<string> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const sent = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': length } })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  const [[answer]] = await Promise.all([answered, pipeline(pieces, sent)])
  const told = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`${url}: ${told}`)
  return told
}

const OCTETS = { 'content-type': 'application/octet-stream' }

async function sendBare(url: string): Promise<void> {
  await send(
    `${url}/write`,
    OCTETS,
    Array.from({ length: SIZE / PART }, () => part),
  )
}

async function ask(url: string, token: string, body: unknown): Promise<unknown> {
  const headers = { token, 'content-type': 'application/json' }
  return (JSON.parse(await send(url, headers, [Buffer.from(JSON.stringify(body))])) as { data: unknown }).data
}

async function sendParts(url: string, token: string): Promise<void> {
  const asked = { use: 'bulk-edit.list', name: 'bench.csv', size: SIZE }
  const { fileId } = (await ask(`${url}/platform/file/begin`, token, asked)) as { fileId: string }
  for (let offset = 0; offset < SIZE; offset += PART) {
    const query = new URLSearchParams({ fileId, offset: String(offset) })
    await send(`${url}/platform/file/part?${query}`, { token, ...OCTETS }, [part])
  }
  await ask(`${url}/platform/file/finish`, token, { fileId })
  await ask(`${url}/platform/file/discard`, token, { fileId })
}

/** 1 GiB in files of 256 MiB: by the clock, by the server's own CPU, and what its memory grew by. */
function uploads(who: string, pid: number, send: () => Promise<void>) {
  return {
    who,
    units: [RATE, CPU_RATE, GROWTH],
    async round() {
      const [startMs, cpu, before] = [performance.now(), cpuSeconds(pid), residentKiB(pid)]
      let most = before
      for (let file = 0; file < FILES; file += 1) {
        await send()
        most = Math.max(most, residentKiB(pid))
      }
      const mebibytes = (FILES * SIZE) / MIB
      const seconds = (performance.now() - startMs) / 1_000
      return [mebibytes / seconds, mebibytes / (cpuSeconds(pid) - cpu), (most - before) / 1_024]
    },
  }
}

/** An upload in parts beside a bare stream to the same disk. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-upload-'))
  const subject = await startConsole()
  const bare = await startReady(join(import.meta.dirname, 'peers/bare-upload.ts'), { args: [folder] })
  try {
    const token = await subject.signIn('operator')
    const rows = await interleave(
      [
        uploads(BARE, bare.pid, () => sendBare(bare.url)),
        uploads(PARTS, subject.pid, () => sendParts(subject.url, token)),
      ],
      ROUNDS,
    )
    const share = medianShare(rowOf(rows, PARTS, RATE), rowOf(rows, BARE, RATE))
    const growth = median(rowOf(rows, PARTS, GROWTH).rounds)
    return {
      rows,
      verdicts: [
        { what: 'upload by the clock, of the bare stream', figure: share, unit: '%', goal: '>= 70' },
        { what: 'memory while 1 GiB comes', figure: growth, unit: GROWTH, goal: '<= 64' },
      ],
    }
  } finally {
    await Promise.all([subject.stop(), bare.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
