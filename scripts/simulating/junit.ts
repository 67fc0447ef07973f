import type { BotsReport } from '@qd/bots/contract'

export interface Verdict {
  name: string
  /** What went wrong; empty: nothing. */
  failures: string[]
  seconds: number
}

export interface Limits {
  mostFailedPercent: number
  mostP99: number
}

const GOOD = new Set(['time', 'passes'])

/** What of a report counts as passed or failed: the run as a whole, and each command. */
export function verdictsOf(title: string, report: BotsReport, limits: Limits): Verdict[] {
  const { passed, failed, errors, ended } = report
  const percent = passed + failed === 0 ? 0 : (failed / (passed + failed)) * 100
  const run: string[] = []
  if (!GOOD.has(ended)) run.push(`ended: ${ended} ${report.text}`.trim())
  if (passed + failed === 0) run.push('no pass came to its end')
  if (percent > limits.mostFailedPercent) {
    run.push(`${failed} of ${passed + failed} passes failed`)
    run.push(...errors.map(({ code, step, count, text }) => `${count} x ${code} at step ${step}: ${text}`))
  }
  const commands = report.commands
    .filter(({ cmd }) => cmd > 0)
    .map(({ name, p99, p50 }): Verdict => {
      const isSlow = p99 > limits.mostP99
      return {
        name,
        failures: isSlow ? [`p99 is ${p99} ms, at most ${limits.mostP99} ms`] : [],
        seconds: p50 / 1_000,
      }
    })
  return [{ name: title || 'scenario', failures: run, seconds: report.durationMs / 1_000 }, ...commands]
}

function escaped(text: string): string {
  const plain = [...text].filter((char) => char >= ' ' || char === '\n' || char === '\t').join('')
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The verdicts as the XML that build servers read. */
export function junitOf(title: string, verdicts: readonly Verdict[]): string {
  const failed = verdicts.filter(({ failures }) => failures.length > 0).length
  const cases = verdicts.map(({ name, failures, seconds }) => {
    const head = `    <testcase classname="${escaped(title)}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`
    if (failures.length === 0) return `${head}/>`
    const text = escaped(failures.join('\n'))
    return `${head}>\n      <failure message="${escaped(failures[0]!)}">${text}</failure>\n    </testcase>`
  })
  const counts = `tests="${verdicts.length}" failures="${failed}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(title)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
