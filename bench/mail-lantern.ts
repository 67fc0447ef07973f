import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proven, speakTo, withoutFactor } from '@qd/app-server/testing'
import type { Speaker } from '@qd/app-server/testing'
import type { RouteReply } from '@qd/contract-kit'
import type { mailReport } from '@qd/mail/contract'
import { startSandbox, world } from '@qd/sandbox'
import type { Sandbox, SandboxServer } from '@qd/sandbox'
import { callGame } from '@qd/sandbox/testing'
import { expireLeases } from './tools/expire-leases.ts'
import { MailSender } from './tools/mail-sender.ts'
import { startReady, type ReadyProcess } from './tools/ready-process.ts'
import type { Result } from './tools/result.ts'

/** Players of the mail; `QD_BENCH_PLAYERS=400` is enough while one works on it. */
const PLAYERS = Number(process.env['QD_BENCH_PLAYERS'] ?? 10_000)
const LINE = 'northwind-test'
const S_IDS = [123, 124]
const PAGE = 1_000
const READERS = 16
/** The title that the bench gives its mails, in the languages it writes. */
const TITLES = new Set(['补偿', 'Sorry'])
const GIFT = [{ number: '10041', quantity: '1' }]

/** While a game puts a chunk into mailboxes it answers nobody, and drops connections that it takes for idle. */
const OWN_CONNECTION = { headers: { connection: 'close' } }

interface World {
  folder: string
  sandbox: Sandbox
  servers: readonly SandboxServer[]
  console: ReadyProcess
  startConsole: () => Promise<ReadyProcess>
}

async function dataOf<T>(what: string, sent: Promise<{ http: number; body: { msg: string; data: T } }>) {
  const { http, body } = await sent
  if (http !== 200) throw new Error(`${what}: ${body.msg}`)
  return body.data
}

/** Everybody the game knows, as it names them itself. */
async function playersOf(server: SandboxServer): Promise<string[]> {
  const uIds: string[] = []
  for (let cursor = ''; ;) {
    const asked = { where: {}, limit: PAGE, countOnly: false, ...(cursor === '' ? {} : { cursor }) }
    const { envelope } = await callGame(server, 'playersQuery', asked, OWN_CONNECTION)
    if (envelope.data === undefined) throw new Error(`S${server.sId}: ${envelope.msg}`)
    uIds.push(...envelope.data.rows.map(({ uId }) => uId))
    cursor = envelope.data.cursor
    if (cursor === '') return uIds
  }
}

interface Letter {
  title: string
  isClaimed: number
}

/** The copies of the mail in one mailbox, as the game shows it. */
async function lettersOf(server: SandboxServer, uId: string): Promise<Letter[]> {
  const { envelope } = await callGame(
    server,
    'dataGet',
    { uId, items: [{ diff: 'MailInfo' }] },
    OWN_CONNECTION,
  )
  const mails = envelope.data?.tables['mail']
  if (mails === undefined) throw new Error(`${uId}: ${envelope.msg}`)
  return Object.values(mails as Record<string, Letter>).filter(({ title }) => TITLES.has(title))
}

interface Counted {
  once: number
  more: number
  none: number
  /** Of those who have it: some of the game's own players claim it meanwhile, and it stays with them. */
  claimed: number
}

/** Opens every mailbox there is. */
async function countInGame(players: readonly (readonly [SandboxServer, string])[]): Promise<Counted> {
  const counted: Counted = { once: 0, more: 0, none: 0, claimed: 0 }
  const queue = players.values()
  const reader = async () => {
    for (const [server, uId] of queue) {
      const letters = await lettersOf(server, uId)
      counted[letters.length === 0 ? 'none' : letters.length === 1 ? 'once' : 'more'] += 1
      if (letters.some(({ isClaimed }) => isClaimed === 1)) counted.claimed += 1
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return counted
}

async function signIn({ url }: ReadyProcess, username: string): Promise<Speaker> {
  const login = { username, password: world.accountPassword }
  const { token } = await dataOf(
    `login of ${username}`,
    speakTo(url, null).post<{ token: string }>('/api/auth/login', login),
  )
  return speakTo(url, token)
}

/** Handed in by one, approved by another, begun by the console. */
async function approve(at: ReadyProcess, sender: MailSender, id: string): Promise<void> {
  const { revision, contentHash, recipients } = await sender.mail(id)
  const body = {
    id,
    revision,
    contentHash,
    recipientsHash: recipients?.hash,
    idempotencyKey: randomUUID(),
  }
  const admin = await signIn(at, 'admin')
  const past = await admin.post(`/partner/mail/release?lineId=${LINE}`, { ...body, reason: 'bench' })
  if (past.body.err?.code !== 'approval_required') throw new Error('the mail went past its approval')
  const order = {
    route: 'POST /partner/mail/release',
    input: { query: { lineId: LINE }, body },
    reason: 'bench',
  }
  const request = await dataOf(
    'submit',
    admin.postText<{ id: string; hash: string }>('/platform/approvals/submit', order, ''),
  )
  const named = { id: request.id, hash: request.hash }
  const reviewer = await signIn(at, 'reviewer')
  await withoutFactor(reviewer)
  const yes = { ...named, decision: 'approve' }
  await dataOf(
    'vote',
    proven(reviewer, () => reviewer.post('/platform/approvals/vote', yes)),
  )
  await dataOf('execute', admin.post('/platform/approvals/execute', named))
}

/** Players who have it by the game's own word. */
async function reachedIn(server: SandboxServer, mailId: string): Promise<number> {
  const { envelope } = await callGame(server, 'mailStatus', { mailId, limit: 1 }, OWN_CONNECTION)
  const { counts } = envelope.data ?? {}
  return counts === undefined ? 0 : counts.delivered + counts.read + counts.claimed
}

/** Waits until so many have it; whether some still lack it then. */
async function reached({ servers }: World, id: string, { wanted, total }: { wanted: number; total: number }) {
  for (;;) {
    const counted = await Promise.all(servers.map((server) => reachedIn(server, id)))
    const have = counted.reduce((sum, each) => sum + each, 0)
    if (have >= wanted) return have < total
    await sleep(10)
  }
}

async function killConsole(at: World): Promise<void> {
  process.kill(at.console.pid, 'SIGKILL')
  await at.console.stop()
  expireLeases(at.folder)
  at.console = await at.startConsole()
}

async function killGame({ folder, sandbox, servers }: World): Promise<void> {
  const [{ sId }] = servers as [SandboxServer]
  const file = join(folder, 'sandbox', 'pids', `S${sId}.pid`)
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
  while (sandbox.servers.some((server) => server.sId === sId && server.running)) await sleep(10)
  await sandbox.startServer(sId)
}

async function jobOf(sender: MailSender, id: string): Promise<string> {
  for (;;) {
    const { jobId } = await sender.mail(id)
    if (jobId !== null) return jobId
    await sleep(20)
  }
}

async function measureOn(at: World): Promise<Result> {
  const named = await Promise.all(
    at.servers.map(async (server) =>
      (await playersOf(server)).map((uId): [SandboxServer, string] => [server, uId]),
    ),
  )
  const players = named.flat()
  const total = players.length
  let sender = await MailSender.signIn(at.console)
  const uIds = players.map(([, uId]) => uId)
  const id = await sender.prepare(uIds, S_IDS, GIFT)
  await approve(at.console, sender, id)
  const startMs = performance.now()
  const jobId = await jobOf(sender, id)
  let kills = 0
  if (await reached(at, id, { wanted: total * 0.2, total })) kills += 1
  await killConsole(at)
  // Nobody signs in before: on a busy machine that takes as long as the rest of the mail.
  if (await reached(at, id, { wanted: total * 0.4, total })) kills += 1
  await killGame(at)
  sender = await MailSender.signIn(at.console)
  await sender.ended(jobId)
  const seconds = (performance.now() - startMs) / 1_000
  const { progress } = await sender.mail(id)
  const sent = await countInGame(players)
  const told = (progress?.delivered ?? 0) + (progress?.already ?? 0)

  const order = { id, reason: 'bench', idempotencyKey: randomUUID() }
  const recall = await sender.ask<{ jobId: string }>(`/partner/mail/recall?lineId=${LINE}`, order)
  await sender.ended(recall.jobId)
  const left = await countInGame(players)
  const { recalled } = await sender.ask<RouteReply<typeof mailReport>>(
    `/partner/mail/report?lineId=${LINE}`,
    { id },
  )
  return {
    rows: [{ who: 'mail, both kills within', unit: 'players/s', rounds: [total / seconds] }],
    verdicts: [
      { what: 'players who have it once', figure: sent.once, unit: '', goal: `>= ${PLAYERS}` },
      { what: 'who have it more than once', figure: sent.more, unit: '', goal: '<= 0' },
      { what: 'who do not have it', figure: sent.none, unit: '', goal: '<= 0' },
      {
        what: 'told otherwise than mailboxes have it',
        figure: Math.abs(told - sent.once) + (progress?.unknown ?? 0) + (progress?.failed ?? 0),
        unit: '',
        goal: '<= 0',
      },
      { what: 'kills while it was on its way', figure: kills, unit: '', goal: '>= 2' },
      {
        what: 'who have it after its recall and had not claimed it',
        figure: total - left.none - left.claimed,
        unit: '',
        goal: '<= 0',
      },
      {
        what: 'recall told otherwise than mailboxes have it',
        figure:
          Math.abs((recalled?.removed ?? 0) - left.none) + Math.abs((recalled?.claimed ?? 0) - left.claimed),
        unit: '',
        goal: '<= 0',
      },
    ],
    notes: [
      `${String(total)} players of Lantern Tide on ${String(S_IDS.length)} servers; every mailbox is opened and counted.`,
      `${String(left.none)} were recalled, ${String(left.claimed)} had been claimed by players of the game that play by themselves.`,
    ],
  }
}

/** A mail to players of the sandbox's own game, approved by somebody else, through a kill of console and game. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-lantern-'))
  const consoles: ReadyProcess[] = []
  const sandbox = await startSandbox({
    dataDir: folder,
    log: (line) => console.log(`  ${line}`),
    playersPerServer: Math.ceil(PLAYERS / S_IDS.length),
    withRedis: false,
  })
  try {
    const servers = sandbox.servers.filter(({ sId }) => S_IDS.includes(sId))
    // The others are of other lines; they would only take from the machine.
    for (const { sId } of sandbox.servers) if (!S_IDS.includes(sId)) await sandbox.stopServer(sId)
    const startConsole = async () => {
      const args = [folder, JSON.stringify(servers), 'approved']
      const started = await startReady(join(import.meta.dirname, 'subjects/bulk-console.ts'), { args })
      consoles.push(started)
      return started
    }
    return await measureOn({ folder, sandbox, servers, console: await startConsole(), startConsole })
  } finally {
    await Promise.all(consoles.map((each) => each.stop()))
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
