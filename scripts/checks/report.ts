import { pathToFileURL } from 'node:url'

/** What a check found: sentences that name the file and what to do; empty when all is well. */
export interface Findings {
  problems: string[]
  /** One line about what was looked at, so that an empty result cannot pass as a good one. */
  summary: string
  /** What is no fault, but to be known: `npm run check` prints it also when all is well. */
  notes?: string[]
}

export const NOTE = 'note: '

/** True when the file was started itself, not imported by another script or a test. */
export function isMain(url: string): boolean {
  return process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href
}

/** Prints the findings and sets the exit code. */
export function report({ problems, summary, notes = [] }: Findings): void {
  for (const problem of problems) console.log(problem)
  for (const note of notes) console.log(`${NOTE}${note}`)
  console.log(summary)
  process.exitCode = problems.length === 0 ? 0 : 1
}
