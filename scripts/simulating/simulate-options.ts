import { parseArgs } from 'node:util'
import type { BotsLoad } from '@qd/bots/contract'

export interface SimulateOptions {
  file: string
  /** Null: a record is played. */
  sId: number | null
  /** A socket-only record by its name; empty: a server is played. */
  record: string
  lineId: string | undefined
  console: string
  token: string
  load: BotsLoad
  env: Record<string, unknown>
  junit: string | undefined
  json: string | undefined
  reason: string
  confirm: string | undefined
  compareTo: string | undefined
  /** The run counts as failed above so many per cent of failed passes. */
  mostFailedPercent: number
  /** The run counts as failed above this 99th percentile of any command, ms. */
  mostP99: number
}

/** Said to whoever called it wrongly; exit code 2. */
export class UsageError extends Error {}

export const USAGE = `npm run simulate -- SCENARIO --server S123 [options]
  SCENARIO               a scenario as .json, or in its text form
  --console URL          the console; or QD_CONSOLE (http://127.0.0.1:8080)
  --token T              an API token with the right to run bots; better as QD_TOKEN
  --server S123          the game server       --line ID     its line, where the number is not enough
  --record NAME          instead of a server: a socket-only record of the line (--line ID)
  --clients N (1)        --passes N            --duration 60s
  --rate N               passes a second: the open model
  --ramp 10s             --think 1s..3s        --var name=value (many times)
  --max-failed 0         per cent of passes that may fail
  --max-p99 MS           longest 99th percentile of a command
  --junit FILE           --json FILE           --compare JOB
  --reason TEXT          --confirm NAME        for production
Exit code: 0 it went well, 1 it ran and did not, 2 it could not run, 130 it was cancelled (Ctrl+C, SIGTERM).`

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

function duration(text: string, option: string): number {
  const found = /^(\d{1,9})(ms|s|m|h)?$/.exec(text)
  if (!found) throw new UsageError(`--${option} takes a time like 500ms, 30s or 5m`)
  return Number(found[1]) * UNITS[found[2] ?? 's']!
}

function span(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.split('..')
  return { from: duration(from, 'think'), to: duration(to, 'think') }
}

function number(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError(`--${option} takes a number`)
  return value
}

/** `a=1` is a number, `a=x` a text, `a={"b":1}` JSON. */
function readVars(given: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    given.map((each) => {
      const at = each.indexOf('=')
      if (at < 1) throw new UsageError('--var takes name=value')
      const text = each.slice(at + 1)
      // A number beyond 2^53 stays the text it is.
      const isExact =
        /^-?\d{1,15}$/.test(text) || /^[[{"]/.test(text) || ['true', 'false', 'null'].includes(text)
      try {
        return [each.slice(0, at), isExact ? (JSON.parse(text) as unknown) : text]
      } catch {
        throw new UsageError(`--var ${each.slice(0, at)} is no JSON`)
      }
    }),
  )
}

const text = { type: 'string' } as const

/** Reads the command line; throws UsageError with what is wrong. */
export function readOptions(
  args: readonly string[],
  env: Record<string, string | undefined>,
): SimulateOptions {
  let parsed
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        console: text,
        token: text,
        server: text,
        line: text,
        record: text,
        clients: text,
        passes: text,
        duration: text,
        rate: text,
        ramp: text,
        think: text,
        var: { type: 'string', multiple: true },
        'max-failed': text,
        'max-p99': text,
        junit: text,
        json: text,
        compare: text,
        reason: text,
        confirm: text,
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { values, positionals } = parsed
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('name one scenario')
  const server = /^S?(\d{1,9})$/i.exec(values.server ?? '')
  const { record = '', line } = values
  if (record !== '' && values.server !== undefined) throw new UsageError('give either --server or --record')
  if (record !== '' && line === undefined)
    throw new UsageError('--record needs the line it belongs to: --line')
  if (record === '' && !server) throw new UsageError('--server takes the number of a server, like S123')
  const token = values.token ?? env['QD_TOKEN'] ?? ''
  if (token === '') throw new UsageError('an API token is missing: QD_TOKEN')
  const clients = number(values.clients, 'clients') ?? 1
  const rate = number(values.rate, 'rate')
  const passes = number(values.passes, 'passes') ?? (values.duration === undefined ? clients : undefined)
  const afterMs = duration(values.duration ?? '10m', 'duration')
  return {
    file,
    sId: server === null ? null : Number(server[1]),
    record,
    lineId: line,
    console: (values.console ?? env['QD_CONSOLE'] ?? 'http://127.0.0.1:8080').replace(/\/$/, ''),
    token,
    load: {
      model: rate === undefined ? 'closed' : 'open',
      clients,
      ...(rate === undefined ? {} : { arrivalsPerSecond: rate }),
      rampMs: duration(values.ramp ?? '0s', 'ramp'),
      thinkMs: span(values.think ?? '0s'),
      stop: { afterMs, ...(passes === undefined ? {} : { passes }) },
    },
    env: readVars(values.var ?? []),
    junit: values.junit,
    json: values.json,
    reason: values.reason ?? 'npm run simulate',
    confirm: values.confirm,
    compareTo: values.compare,
    mostFailedPercent: number(values['max-failed'], 'max-failed') ?? 0,
    mostP99: number(values['max-p99'], 'max-p99') ?? Infinity,
  }
}
