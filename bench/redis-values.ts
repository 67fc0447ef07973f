import { join } from 'node:path'
import { startRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { rawDownload } from './peers/raw-download.ts'
import { startReady } from './tools/ready-process.ts'
import { median, medianShare, type Result, type Row } from './tools/result.ts'

const subject = join(import.meta.dirname, 'subjects/redis-values.ts')
/** Fields of the hash. `QD_BENCH_ROWS=20000` makes hash and string small while one works on it. */
const FIELDS = Number(process.env['QD_BENCH_ROWS'] ?? 1_000_000)
const BYTES = Math.min(100, Math.ceil(FIELDS / 10_000)) * 1_048_576
const ROUNDS = 3
const OPENINGS = 20
const DOWNLOADS = 3
const PAGE = 100
const AT_ONCE = 20_000

const FILL = `for at = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  redis.call('HSET', KEYS[1], 'field:' .. at, 'value ' .. at)
end`

interface Seen {
  got: number
  ms: number[]
  grownMiB: number
}

interface Address {
  url: string
  at: Record<string, string>
  headers: Record<string, string>
}

/** Reads a file as it comes and throws it away. */
async function readAll(url: string, wanted: number, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers })
  let bytes = 0
  for await (const piece of answer.body!) bytes += piece.length
  if (bytes !== wanted) throw new Error(`${url} gave ${bytes} of ${wanted} bytes`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** The median of some, after one that does not count. */
async function often(times: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const ms: number[] = []
  for (let time = 0; time < times; time += 1) ms.push(await timed(work))
  return median(ms)
}

/** A large hash and a large string as the page opens and downloads them, beside the bare commands. */
export async function measure(): Promise<Result> {
  const redis = await startRedis()
  const client = new Redis({ port: redis.port, host: '127.0.0.1' })
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const megabytes = BYTES / 1_048_576
  const rows = {
    rawPage: row(`bare HSCAN of ${PAGE} of ${FIELDS.toLocaleString('en')} fields`, 'ms'),
    page: row('the same hash opened: what it is, and its first page', 'ms'),
    pageGrown: row('memory of the console grown by, hash', 'MiB'),
    rawWindow: row(`bare GETRANGE of 64 KiB of ${megabytes} MiB`, 'ms'),
    window: row('the same string opened: what it is, and its first window', 'ms'),
    windowGrown: row('memory of the console grown by, string', 'MiB'),
    rawDownload: row('bare server that streams GETRANGE', 'MiB/s'),
    download: row('the string downloaded', 'MiB/s'),
    downloadGrown: row('memory of the console grown by, download', 'MiB'),
  }
  try {
    for (let at = 0; at < FIELDS; at += AT_ONCE) {
      await client.eval(FILL, 1, 'hash', at, Math.min(FIELDS, at + AT_ONCE) - 1)
    }
    await client.setrange('string', BYTES - 1, 'x')
    const bare = await rawDownload(redis.port, 'string', BYTES)
    const running = await startReady(subject, { args: [String(redis.port)] })
    const send = async <T>(body: object): Promise<T> => {
      const answer = await fetch(running.url, { method: 'POST', body: JSON.stringify(body) })
      return (await answer.json()) as T
    }
    const ask = async (work: string, key: string, times: number, wanted: number): Promise<Seen> => {
      const seen = await send<Seen>({ work, key, times })
      if (seen.got < wanted) throw new Error(`${work} got ${seen.got} of ${wanted}`)
      return seen
    }
    const { url, at, headers } = await send<Address>({ work: 'address' })
    const query = new URLSearchParams({ ...at, db: '0', key: Buffer.from('string').toString('base64') })
    const download = () => readAll(`${url}/adjust/redis/key/download?${query}`, BYTES, headers)
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        rows.rawPage.rounds.push(await often(OPENINGS, () => client.hscan('hash', 0, 'COUNT', PAGE)))
        const page = await ask('page', 'hash', OPENINGS, PAGE)
        rows.page.rounds.push(median(page.ms))
        rows.pageGrown.rounds.push(page.grownMiB)
        rows.rawWindow.rounds.push(await often(OPENINGS, () => client.getrangeBuffer('string', 0, 65_535)))
        const window = await ask('window', 'string', OPENINGS, 65_536)
        rows.window.rounds.push(median(window.ms))
        rows.windowGrown.rounds.push(window.grownMiB)
        rows.rawDownload.rounds.push(
          (megabytes * 1_000) / (await often(DOWNLOADS, () => readAll(bare.url, BYTES))),
        )
        await send({ work: 'watch' })
        const ms = await often(DOWNLOADS, download)
        rows.download.rounds.push((megabytes * 1_000) / ms)
        rows.downloadGrown.rounds.push((await send<Seen>({ work: 'watched' })).grownMiB)
      }
    } finally {
      await running.stop()
      bare.stop()
    }
  } finally {
    client.disconnect()
    await redis.stop()
  }
  return {
    rows: Object.values(rows),
    verdicts: [
      { what: 'hash opened', figure: median(rows.page.rounds), unit: 'ms', goal: '<= 50' },
      { what: 'memory grown by it', figure: median(rows.pageGrown.rounds), unit: 'MiB', goal: '<= 16' },
      { what: 'string opened', figure: median(rows.window.rounds), unit: 'ms', goal: '<= 100' },
      { what: 'memory grown by it', figure: median(rows.windowGrown.rounds), unit: 'MiB', goal: '<= 16' },
      {
        what: 'download, of the bare server',
        figure: medianShare(rows.download, rows.rawDownload),
        unit: '%',
        goal: '>= 40',
      },
      {
        what: 'memory grown by a download',
        figure: median(rows.downloadGrown.rounds),
        unit: 'MiB',
        goal: '<= 64',
      },
    ],
    notes: [
      'Opened means two calls over HTTP, guard and JSON included. Downloads are read by the bench, in whose process the bare server is.',
    ],
  }
}
