import { join } from 'node:path'
import { startConsole, type ConsoleUnderTest } from './tools/console-under-test.ts'
import { percentile, work, type Deed } from './tools/operators.ts'
import { residentKiB } from './tools/process-cost.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf, type Contender } from './tools/rounds.ts'

const ROUNDS = 3
const CROWD = { operators: 60, seconds: 8 }
const WATCH_EVERY_MS = 50
const QUIET = 'nobody else'
const STRANGERS = 'forty strangers'
const ACCOUNT = 'forty calls of the lowest account'
const P99 = 'p99 ms'
const GROWTH = 'MB more'

const DEEDS: Deed[] = [
  { kind: 'read', weight: 1, method: 'GET', path: '/adjust/userInfo' },
  { kind: 'read', weight: 1, method: 'POST', path: '/platform/game/list', body: {} },
]

/** How far the memory of the process rises above where it began while something goes on, in MB. */
async function growth<T>(pid: number, during: Promise<T>): Promise<{ value: T; megabytes: number }> {
  const before = residentKiB(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentKiB(pid))), WATCH_EVERY_MS)
  try {
    return { value: await during, megabytes: (most - before) / 1_024 }
  } finally {
    clearInterval(watch)
  }
}

function besides(
  who: string,
  subject: ConsoleUnderTest,
  tokens: string[],
  attack: string[] | null,
): Contender {
  return {
    who,
    units: [P99, GROWTH],
    async round() {
      const client = join(import.meta.dirname, 'peers/hostile-client.ts')
      const attacker = attack === null ? null : await startReady(client, { args: attack })
      try {
        const crowd = work({ ...CROWD, url: subject.url, tokens, deeds: DEEDS })
        const { value, megabytes } = await growth(subject.pid, crowd)
        if (value.refused.length > 0) throw new Error(value.refused[0])
        return [percentile(value.times.get('read')!, 0.99), megabytes]
      } finally {
        await attacker?.stop()
      }
    },
  }
}

/** What others feel while forty bodies of 10 MB at a time ask the console to parse them. */
export async function measure(): Promise<Result> {
  const subject = await startConsole()
  try {
    const tokens = await Promise.all(['admin', 'operator', 'developer'].map(subject.signIn))
    const lowest = await subject.signIn('reader')
    const forAccount = ['/api/preset/save', '/api/auth/tokens/create', '/adjust/api/change?uId=30123000003']
    const rows = await interleave(
      [
        besides(QUIET, subject, tokens, null),
        besides(STRANGERS, subject, tokens, [subject.url, '', '/api/auth/login']),
        besides(ACCOUNT, subject, tokens, [subject.url, lowest, ...forAccount]),
      ],
      ROUNDS,
    )
    const verdicts = [STRANGERS, ACCOUNT].flatMap((who) => [
      {
        what: `other calls beside ${who}`,
        figure: median(rowOf(rows, who, P99).rounds),
        unit: P99,
        goal: '<= 50' as const,
      },
      {
        what: `memory beside ${who}`,
        figure: Math.max(...rowOf(rows, who, GROWTH).rounds),
        unit: GROWTH,
        goal: '<= 100' as const,
      },
    ])
    return {
      rows,
      verdicts,
      notes: ['The attacker, the crowd and the console share the cores of the machine.'],
    }
  } finally {
    await subject.stop()
  }
}
