import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from './process-cost.ts'
import type { Contender } from './rounds.ts'

export interface Load {
  /** The process that answers. */
  pid: number
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: unknown
  connections: number
  seconds: number
}

interface Report {
  requests: { average: number; total: number }
  non2xx: number
  errors: number
  timeouts: number
}

const autocannon = join(import.meta.dirname, '../../node_modules/.bin/autocannon')

/** Per second of the clock, and per second of the server's own CPU: the second does not feel busy neighbours. */
export const LOAD_UNITS = ['req/s', 'req/CPU s'] as const

async function measureLoad(load: Load): Promise<number[]> {
  const { url, method = 'GET', headers = {}, body, connections, seconds } = load
  const args = ['--json', '-n', '-c', String(connections), '-d', String(seconds), '-m', method]
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`)
  if (body !== undefined) args.push('-H', 'content-type=application/json', '-b', JSON.stringify(body))
  const cpuBefore = cpuSeconds(load.pid)
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...args, url], {
    maxBuffer: 16 * 1024 * 1024,
  })
  const cpuUsed = cpuSeconds(load.pid) - cpuBefore
  const report = JSON.parse(stdout) as Report
  const spoiled = report.non2xx + report.errors + report.timeouts
  if (spoiled > 0) throw new Error(`${spoiled} answers of ${url} were no success`)
  return [report.requests.average, report.requests.total / cpuUsed]
}

/** A contender under load from a process of its own; anything but 2xx spoils the round. */
export function loaded(who: string, load: Load): Contender {
  return { who, units: LOAD_UNITS, round: () => measureLoad(load) }
}
