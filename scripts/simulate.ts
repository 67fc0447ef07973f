import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkScenario, parseScenario } from '@qd/scenario'
import type { Scenario } from '@qd/scenario'
import { timesOf } from '@qd/bots/contract'
import type { BotsReport, BotsTick } from '@qd/bots/contract'
import { junitOf, verdictsOf } from './simulating/junit.ts'
import { ConsoleError, runOnConsole } from './simulating/run-on-console.ts'
import { readOptions, USAGE, UsageError } from './simulating/simulate-options.ts'

/* `npm run simulate`: plays a scenario on a console, for a build server. The run is a job there; this reads along. */

/** npm says where it was called; it runs this in the root of the repository. */
const fromHere = (file: string) => resolve(process.env['INIT_CWD'] ?? process.cwd(), file)

function readFile(file: string): Scenario {
  let text: string
  try {
    text = readFileSync(fromHere(file), 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
  const isJson = text.trimStart().startsWith('{')
  let given: unknown
  try {
    given = isJson ? JSON.parse(text) : null
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`)
  }
  const checked = isJson ? checkScenario(given) : parseScenario(text)
  if (!checked.ok) throw new UsageError(checked.faults.map(({ message }) => `${file}: ${message}`).join('\n'))
  return checked.scenario
}

function showTick({ t, online, sentPerSecond, p50, p99, passed, failed }: BotsTick): void {
  const at = `${(t / 1_000).toFixed(0)} s`.padStart(6)
  console.log(
    `${at}  online ${online}  ${sentPerSecond}/s  p50 ${p50} ms  p99 ${p99} ms  passed ${passed}  failed ${failed}`,
  )
}

function change(now: number, before: number | undefined): string {
  if (before === undefined || before === 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  return ` (${percent >= 0 ? '+' : ''}${percent} %)`
}

function showReport(report: BotsReport, before: BotsReport | null): void {
  const { ended, errors, late = 0, unfinished = 0 } = report
  console.log(`ended: ${ended}`)
  if (late > 0) console.log(`  ${late} passes found no free client`)
  if (unfinished > 0) console.log(`  ${unfinished} passes were under way at the end`)
  const earlierOnes = before === null ? [] : timesOf(before)
  for (const { cmd, name, count, errors: bad, p50, p95, p99 } of timesOf(report)) {
    const earlier = earlierOnes.find((each) => each.cmd === cmd)
    const p99Text = `p99 ${p99}${change(p99, earlier?.p99)}`
    console.log(
      `  ${name.padEnd(20)} ${String(count).padStart(8)}  errors ${bad}  p50 ${p50}  p95 ${p95}  ${p99Text}`,
    )
  }
  for (const { code, step, count, text } of errors)
    console.log(`  ${count} x ${code} at step ${step}: ${text}`)
}

/** What shells give for a program that Ctrl+C ended. */
const CANCELLED = 130

/** Ctrl+C, or the end of a build: the run is cancelled on the console. A second time ends the program at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const hear = () => {
    if (stop.signal.aborted) process.exit(CANCELLED)
    console.error('cancelling the run on the console; once more leaves it to its own end')
    stop.abort()
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
  return stop.signal
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  const scenario = readFile(options.file)
  const cancelled = stopSignal()
  const { jobId, state, fault, report, before } = await runOnConsole(
    options,
    { scenario, key: `simulate-${randomUUID()}` },
    {
      onTick: showTick,
      onTickLost: ({ message }) => console.error(`figures of a second could not be read: ${message}`),
      cancelled,
    },
  )
  console.log(`job ${jobId}: ${state}`)
  if (report === null && cancelled.aborted) return CANCELLED
  if (report === null) throw new ConsoleError(fault || 'the run left no report')
  showReport(report, before)
  const verdicts = verdictsOf(scenario.name, report, options)
  if (options.junit !== undefined)
    writeFileSync(fromHere(options.junit), junitOf(scenario.name || options.file, verdicts))
  if (options.json !== undefined)
    writeFileSync(fromHere(options.json), `${JSON.stringify(report, null, 2)}\n`)
  const failures = verdicts.flatMap((each) => each.failures)
  for (const failure of failures) console.error(failure)
  if (cancelled.aborted) return CANCELLED
  return failures.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`)
  else if (error instanceof ConsoleError) console.error(error.message)
  else console.error(error)
  process.exitCode = 2
}
