import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expireLeases } from './tools/expire-leases.ts'
import { MailSender } from './tools/mail-sender.ts'
import type { LedgerState } from './tools/mail-ledger.ts'
import { cpuSeconds, residentKiB } from './tools/process-cost.ts'
import { startReady, type ReadyProcess } from './tools/ready-process.ts'
import { median, medianShare, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'
import type { Contender } from './tools/rounds.ts'

/** Players of one mail; `QD_BENCH_PLAYERS=20000` is enough while one works on it. */
const PLAYERS = Number(process.env['QD_BENCH_PLAYERS'] ?? 1_000_000)
const CONSOLE_KILLS = Number(process.env['QD_BENCH_KILLS'] ?? 100)
const GAME_KILLS = Math.ceil(CONSOLE_KILLS / 10)
/** `speed` or `kills` alone; with fewer kills at a time, all of them fit into pieces of some minutes. */
const PART = process.env['QD_BENCH_PART'] ?? 'all'
const LOST = 0.01
const ROUNDS = 2
const LOOK_MS = 250
const S_IDS = [123, 124]
const BARE = 'bare loop of the same chunks'
const MAIL = 'mail to a list, from release to end'
const UNIT = 'players/s'
const CPU_UNIT = 'players/CPU s'
const MEMORY = 'MiB resident'

const uIdsOf = (players: number) =>
  S_IDS.flatMap((sId) =>
    Array.from({ length: Math.ceil(players / S_IDS.length) }, (_, index) =>
      String(30_000_000_001 + sId * 1_000_000 + index),
    ),
  )

async function stateOf({ url }: ReadyProcess): Promise<LedgerState> {
  return (await (await fetch(`${url}/bench/state`)).json()) as LedgerState
}

async function killed({ pid, stop }: ReadyProcess): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await stop()
}

/** Kills of the game that are due by so many kills of the console. */
const gameKillsBy = (kill: number) => Math.floor((kill * GAME_KILLS) / CONSOLE_KILLS)

interface World {
  folder: string
  console: ReadyProcess
  game: ReadyProcess
  startConsole: () => Promise<ReadyProcess>
  startGame: (lost: number) => Promise<ReadyProcess>
}

/** A mail while console and game are killed along its way, and answers are lost. */
async function sendThroughKills(world: World, uIds: readonly string[]) {
  await world.game.stop()
  world.game = await world.startGame(LOST)
  let sender = await MailSender.signIn(world.console)
  const id = await sender.prepare(uIds, S_IDS)
  const jobId = await sender.release(id)
  for (let kill = 1; kill <= CONSOLE_KILLS; kill += 1) {
    const wanted = (PLAYERS * kill) / (CONSOLE_KILLS + 1)
    for (;;) {
      const { progress, state } = await sender.mail(id)
      if ((progress?.delivered ?? 0) + (progress?.already ?? 0) >= wanted || state !== 'sending') break
      await sleep(10)
    }
    await killed(world.console)
    if (gameKillsBy(kill) > gameKillsBy(kill - 1)) {
      await killed(world.game)
      world.game = await world.startGame(LOST)
    }
    expireLeases(world.folder)
    world.console = await world.startConsole()
    sender = await MailSender.signIn(world.console)
  }
  await sender.ended(jobId)
  const ledger = await stateOf(world.game)
  const got = ledger.mails.find(({ mailId }) => mailId === id)?.delivered ?? 0
  const { progress } = await sender.mail(id)
  return { got, doubled: ledger.doubled, progress }
}

async function measureSpeed(world: World, bare: ReadyProcess, uIds: readonly string[]) {
  const sender = await MailSender.signIn(world.console)
  const loop: Contender = {
    who: BARE,
    units: [UNIT],
    async round() {
      const answer = await fetch(bare.url, { method: 'POST', body: JSON.stringify(uIds) })
      return [(PLAYERS / ((await answer.json()) as { ms: number }).ms) * 1_000]
    },
  }
  const mail: Contender = {
    who: MAIL,
    units: [UNIT, CPU_UNIT, MEMORY],
    async round() {
      const id = await sender.prepare(uIds, S_IDS)
      let most = 0
      const looks = setInterval(() => (most = Math.max(most, residentKiB(world.console.pid))), LOOK_MS)
      const cpu = cpuSeconds(world.console.pid)
      const startMs = performance.now()
      await sender.ended(await sender.release(id))
      const seconds = (performance.now() - startMs) / 1_000
      clearInterval(looks)
      return [PLAYERS / seconds, PLAYERS / (cpuSeconds(world.console.pid) - cpu), most / 1_024]
    },
  }
  const rows = await interleave([loop, mail], ROUNDS)
  const share = medianShare(rowOf(rows, MAIL, UNIT), rowOf(rows, BARE, UNIT))
  const memory = Math.max(...rowOf(rows, MAIL, MEMORY).rounds)
  const verdicts: Result['verdicts'] = [
    {
      what: 'players by the clock',
      figure: median(rowOf(rows, MAIL, UNIT).rounds),
      unit: UNIT,
      goal: '>= 5000',
    },
    { what: 'of the bare loop', figure: share, unit: '%', goal: '>= 50' },
    { what: 'memory of the console', figure: memory, unit: 'MiB', goal: '<= 300' },
  ]
  return { rows, verdicts }
}

async function measureKills(world: World, uIds: readonly string[]): Promise<Result['verdicts']> {
  const { got, doubled, progress } = await sendThroughKills(world, uIds)
  const told = (progress?.delivered ?? 0) + (progress?.already ?? 0)
  const wrong = Math.abs(got - told) + (progress?.unknown ?? 0)
  return [
    {
      what: `doubled after ${CONSOLE_KILLS} and ${GAME_KILLS} kills`,
      figure: doubled,
      unit: '',
      goal: '<= 0',
    },
    { what: 'lost', figure: PLAYERS - got, unit: '', goal: '<= 0' },
    { what: 'told otherwise than the ledger has it', figure: wrong, unit: '', goal: '<= 0' },
  ]
}

/**
 * A mail to a list, sent to two game servers over a durable ledger, beside a loop that does nothing but send the same chunks;
 * then once more while console and game are killed and answers are lost.
 */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-mail-'))
  const running: ReadyProcess[] = []
  const begin = async (file: string, args: string[]) => {
    const started = await startReady(join(import.meta.dirname, file), { args })
    running.push(started)
    return started
  }
  const startGame = (lost: number) => begin('peers/mail-game.ts', [folder, String(PLAYERS), String(lost)])
  try {
    const game = await startGame(0)
    const targets = readFileSync(join(folder, 'targets.json'), 'utf8')
    const startConsole = () => begin('subjects/bulk-console.ts', [folder, targets])
    const world: World = { folder, console: await startConsole(), game, startConsole, startGame }
    const uIds = uIdsOf(PLAYERS)
    const speed =
      PART === 'kills'
        ? { rows: [], verdicts: [] }
        : await measureSpeed(world, await begin('peers/bare-mails.ts', [targets]), uIds)
    const kills = PART === 'speed' ? [] : await measureKills(world, uIds)
    return {
      rows: speed.rows,
      verdicts: [...speed.verdicts, ...kills],
      notes: [`${PLAYERS} players a mail.`, `${LOST * 100} % of answers lost while it is killed.`],
    }
  } finally {
    await Promise.all(running.map((each) => each.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}
