import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runVerifyAudit } from '@qd/audit/server'
import { world } from '@qd/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { openLive, speakTo, startConsoleProcess } from '../testing/index.ts'
import type { Speaker } from '../testing/index.ts'

const MINUTES = Number(process.env['QD_SOAK_MINUTES'] ?? 30)
const PEOPLE = ['admin', 'operator', 'developer', 'reader'] as const
const PLAYERS = ['30123000045', '30123000003', '10001000003']
/** Tables, caches and compiled code fill at first; from here on what is kept is to stay. */
const WARM_SHARE = 0.25

interface Sample {
  residentBytes: number
  handles: number
}

function sampleOf(pid: number): Sample {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { residentBytes: Number(kilobytes) * 1_024, handles: readdirSync(`/proc/${pid}/fd`).length }
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((left, right) => left - right)[Math.floor(figures.length / 2)]!

async function signIn(url: string, username: string): Promise<Speaker> {
  const form = { username, password: world.accountPassword }
  const answer = await speakTo(url, null).post<{ token: string }>('/api/auth/login', form)
  expect(answer.http).toBe(200)
  return speakTo(url, answer.body.data.token)
}

/** One sitting of one person: from the sign-in to the sign-out, with a look at most of what the console has. */
async function sit(url: string, username: (typeof PEOPLE)[number], round: number): Promise<number[]> {
  const speaker = await signIn(url, username)
  const live = await openLive(url, speaker)
  const uId = PLAYERS[round % PLAYERS.length]!
  const answers = [
    await speaker.get('/adjust/userInfo'),
    await speaker.post('/platform/game/list', {}),
    await speaker.post(`/adjust/history/list?uId=${uId}`, { limit: 20 }),
  ]
  const loaded = await speaker.post<{ version: string; data: Record<string, unknown> }>(
    `/adjust/get?uId=${uId}`,
    {
      diffs: ['SettingsInfo'],
    },
  )
  answers.push(loaded)
  if (username === 'admin' && loaded.http === 200) {
    const { music } = loaded.body.data.data['settings'] as { music: number }
    const change = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: (music + 1) % 100, old: music }
    const edit = { version: loaded.body.data.version, changes: [change], reason: 'soak' }
    const key = { idempotencyKey: `soak-${process.pid}-${round}` }
    answers.push(
      await speaker.post(`/adjust/api/change?uId=${uId}`, { ...edit, ...key }),
      await speaker.post('/platform/audit/list', { limit: 50 }),
    )
  }
  live.socket.close()
  answers.push(await speaker.post('/api/auth/logout'))
  return answers.map(({ http }) => http)
}

test(
  `${MINUTES} minutes of work leave no fault, no memory and no open handle behind`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-soak-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const running = await startConsoleProcess({ QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'error' })
    onTestFinished(running.kill)
    const endMs = Date.now() + MINUTES * 60_000
    const faults: string[] = []
    let sittings = 0
    const work = PEOPLE.map(async (username, at) => {
      for (let round = at; Date.now() < endMs; round += PEOPLE.length) {
        const answers = await sit(running.url, username, round)
        const allowed = username === 'admin' ? [200] : [200, 403]
        faults.push(
          ...answers.filter((http) => !allowed.includes(http)).map((http) => `${username}: ${http}`),
        )
        sittings += 1
        await sleep(200)
      }
    })
    const samples: Sample[] = []
    const watch = async () => {
      while (Date.now() < endMs) {
        samples.push(sampleOf(running.child.pid))
        await sleep((MINUTES * 60_000) / 200)
      }
    }
    await Promise.all([...work, watch()])
    expect(sittings).toBeGreaterThan(PEOPLE.length)
    expect(faults).toEqual([])
    expect(running.lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
    const warm = samples.slice(Math.floor(samples.length * WARM_SHARE))
    const third = Math.floor(warm.length / 3)
    const growth = (figure: (sample: Sample) => number) =>
      median(warm.slice(-third).map(figure)) / median(warm.slice(0, third).map(figure))
    expect(growth(({ residentBytes }) => residentBytes)).toBeLessThan(1.15)
    expect(growth(({ handles }) => handles)).toBeLessThan(1.15)
    await running.stop()
    const said: string[] = []
    expect(await runVerifyAudit({ dataDir, migrations, print: (line) => said.push(line) })).toBe(0)
    expect(said.join()).toContain('audit ok')
  },
  (MINUTES + 5) * 60_000,
)
