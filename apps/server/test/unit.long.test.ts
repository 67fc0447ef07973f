import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { speakTo } from '../testing/index.ts'
import { REPOSITORY, unitStart, unitValues } from '../testing/deploy-files.ts'

const PASSWORD = 'tide over the harbour wall'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** The processes that this one has started and that still run. */
function childrenOf(pid: number): number[] {
  const parentOf = (name: string) => {
    try {
      return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))![1])
    } catch {
      // It has ended meanwhile.
      return 0
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

/** Starts what the unit starts, as systemd does: the program itself, in its folder, with the unit's variables and the operator's. */
function startUnit(): { child: ChildProcess; lines: string[] } {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-unit-'))
  const { command, settings } = unitStart()
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: unitValues('WorkingDirectory')[0] ?? '/',
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...settings,
      NODE_COMPILE_CACHE: join(REPOSITORY, 'node_modules/.cache/compile'),
      QD_DATA_DIR: dataDir,
      QD_PORT: '0',
      QD_PUBLIC_URL: 'https://console.example.org',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  undo.push(
    () => rmSync(dataDir, { recursive: true, force: true }),
    () => child.kill('SIGKILL'),
  )
  const lines: string[] = []
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  return { child, lines }
}

test('told to stop as systemd tells it, the unit’s program answers what it has begun and exits with 0', async () => {
  const { child, lines } = startUnit()
  const ended = once(child, 'exit')
  const said = (pattern: RegExp) =>
    lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
  await expect.poll(() => said(/ready at (\S+)/), { timeout: 120_000 }).toBeDefined()
  const nobody = speakTo(said(/ready at (\S+)/)!, null)
  const login = { username: 'root', password: PASSWORD }
  await nobody.post('/api/auth/setup', { code: said(/code=([\w-]+)/), ...login })
  const { body } = await nobody.post<{ token: string }>('/api/auth/login', login)
  const as = speakTo(said(/ready at (\S+)/)!, body.data.token)
  let saved = 0
  const broken: string[] = []
  const writing = Array.from({ length: 16 }, async (_, writer) => {
    for (let index = 0; ; index++) {
      const department = `writer ${writer} ${index}`
      const answer = await as
        .post('/platform/user/info', { name: 'n', phone: '', sex: '', department })
        .catch((error: Error) => String((error.cause as NodeJS.ErrnoException).code))
      if (answer === 'ECONNREFUSED') return
      if (typeof answer !== 'string' && answer.http === 200) saved++
      else broken.push(typeof answer === 'string' ? answer : String(answer.http))
    }
  })
  await expect.poll(() => saved).toBeGreaterThan(200)
  expect(unitValues('KillMode')).toEqual(['mixed'])
  // `KillMode=mixed`: the main process alone is told, and what is left when it has ended is killed.
  child.kill(unitValues('KillSignal')[0] as NodeJS.Signals)
  await Promise.all(writing)
  const before = childrenOf(child.pid!)
  expect(await ended).toEqual([0, null])
  expect(broken).toEqual([])
  expect(before).toEqual([])
})

test('told to stop before it listens, it ends by the signal, which the unit takes for a success', async () => {
  const { child } = startUnit()
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  child.kill('SIGTERM')
  const [code, signal] = (await ended) as [number | null, string | null]
  expect([code, ...unitValues('SuccessExitStatus')]).toContain(code ?? signal)
  expect(code ?? signal).not.toBe(1)
})
