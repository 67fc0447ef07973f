import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { TakenResult } from './recorded.ts'

export interface Row {
  who: string
  unit: string
  /** One figure per round, in the order measured. */
  rounds: number[]
}

export interface Verdict {
  what: string
  figure: number
  unit: string
  /** `>=` for rates and shares, `<=` for times and sizes. */
  goal: `${'>=' | '<='} ${number}`
}

export interface Result {
  rows: Row[]
  verdicts: Verdict[]
  notes?: string[]
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median over rounds of subject by peer: a slow minute of the machine hits both sides of a pair. */
export function medianShare(subject: Row, peer: Row): number {
  return median(subject.rounds.map((figure, round) => figure / peer.rounds[round]!)) * 100
}

export function isMet({ figure, goal }: Verdict): boolean {
  const [sign, limit] = goal.split(' ')
  return sign === '>=' ? figure >= Number(limit) : figure <= Number(limit)
}

const short = (figure: number) => figure.toLocaleString('en', { maximumFractionDigits: figure < 100 ? 1 : 0 })

export function printResult(name: string, { rows, verdicts, notes = [] }: Result): void {
  console.log(`\n${name}`)
  for (const { who, unit, rounds } of rows)
    console.log(
      `  ${who.padEnd(44)} ${short(median(rounds)).padStart(9)} ${unit.padEnd(9)} (${rounds.map(short).join(', ')})`,
    )
  for (const verdict of verdicts) {
    const mark = isMet(verdict) ? 'met   ' : 'MISSED'
    console.log(`  ${mark} ${verdict.what}: ${short(verdict.figure)} ${verdict.unit} (goal ${verdict.goal})`)
  }
  for (const note of notes) console.log(`  ${note}`)
}

/** Where, when and on what a measurement begins; the load is that of the others, before it. */
export function takenNow(name: string): Pick<TakenResult, 'name' | 'at' | 'commit' | 'machine'> {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout.trim()
  // What was recorded a moment ago changes nothing that is measured.
  const recorded = [':(top,exclude)docs/guides/figures.md', ':(top,exclude)bench/recorded']
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':/', ...recorded) !== ''
  return {
    name,
    at: new Date().toISOString(),
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`,
    machine: { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, load: loadavg()[0] },
  }
}

/** Keeps the figures of this machine's last run; what others shall see is recorded. */
export function writeResult(taken: TakenResult): string {
  const folder = join(import.meta.dirname, '..', 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${taken.name}.json`)
  writeFileSync(file, `${JSON.stringify(taken, null, 2)}\n`)
  return file
}
