import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

async function post(
  url: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body, headers })
  const told = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${told}`)
  return (JSON.parse(told) as { data?: unknown }).data
}

async function sendBare(url: string): Promise<void> {
  let left = SIZE / PART
  const body = new ReadableStream({
    pull(controller) {
      if (left === 0) return controller.close()
      left -= 1
      controller.enqueue(part)
    },
  })
  const answer = await fetch(`${url}/write`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/octet-stream' },
  } as RequestInit)
  if (!answer.ok) throw new Error(await answer.text())
}

async function sendParts(url: string, token: string): Promise<void> {
  const json = { token, 'content-type': 'application/json' }
  const asked = { use: 'bulk-edit.list', name: 'bench.csv', size: SIZE }
  const { fileId } = (await post(`${url}/platform/file/begin`, JSON.stringify(asked), json)) as {
    fileId: string
  }
  for (let offset = 0; offset < SIZE; offset += PART) {
    const query = new URLSearchParams({ fileId, offset: String(offset) })
    await post(`${url}/platform/file/part?${query}`, part, {
      token,
      'content-type': 'application/octet-stream',
    })
  }
  await post(`${url}/platform/file/finish`, JSON.stringify({ fileId }), json)
  await post(`${url}/platform/file/discard`, JSON.stringify({ fileId }), json)
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
