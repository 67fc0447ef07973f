import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result, Verdict } from './result.ts'

/** A result with where and when it was taken. */
export interface TakenResult extends Result {
  name: string
  /** ISO time, UTC. */
  at: string
  /** Short hash; `+` when files were changed since. */
  commit: string
  machine: { cpu: string | undefined; cores: number; node: string; load: number | undefined }
}

const folder = join(import.meta.dirname, '..', 'recorded')
const fileOf = (name: string) => join(folder, `${name}.json`)

/** The last run somebody recorded; it is committed with the code it measured. */
export function readRecorded(name: string): TakenResult | null {
  const file = fileOf(name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TakenResult) : null
}

export function record(taken: TakenResult): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(taken.name), `${JSON.stringify(taken, null, 2)}\n`)
}

/** Figures move by a third with other work on the machine; what is told is worth a second run. */
const WORSE_BY = 0.15

function isWorse(now: Verdict, before: Verdict): boolean {
  const isRate = now.goal.startsWith('>=')
  return isRate ? now.figure < before.figure * (1 - WORSE_BY) : now.figure > before.figure * (1 + WORSE_BY)
}

/** Verdicts that are worse than the recorded ones, as lines. */
export function worseThan(before: TakenResult | null, now: Result): string[] {
  if (before === null) return []
  return now.verdicts.flatMap((verdict) => {
    const old = before.verdicts.find(({ what, unit }) => what === verdict.what && unit === verdict.unit)
    if (old === undefined || !isWorse(verdict, old)) return []
    const figures = `${verdict.figure.toFixed(1)} ${verdict.unit}, was ${old.figure.toFixed(1)}`
    return [`${before.name}: ${verdict.what}: ${figures} at ${before.commit} (${before.at.slice(0, 10)})`]
  })
}
