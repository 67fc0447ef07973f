import { longRunSection } from '../../scripts/running/long-results.ts'
import { BENCHES } from './benches.ts'
import { readRecorded, type TakenResult } from './recorded.ts'
import { isMet, median, type Row, type Verdict } from './result.ts'

const HEAD = `# Figures

Made by \`npm run bench -- all --record\` from the files in \`bench/recorded\`; do not edit. Each command runs the console and
its bare peer in processes of their own, in turn. *By CPU* divides by the server's own CPU time, so that busy neighbours
do not count. Other work on the machine moves figures by clock by a third or more: *load* is what the machine had to do
when they were taken, 2 processors in all. \`npm run bench -- all\` says what has become worse by more than 15 % since.
`

const short = (figure: number) => figure.toLocaleString('en', { maximumFractionDigits: figure < 100 ? 1 : 0 })

const verdictRow = (verdict: Verdict) =>
  `| ${verdict.what} | ${verdict.goal} ${verdict.unit} | ${short(verdict.figure)} ${verdict.unit} | ${isMet(verdict) ? '' : 'missed'} |`

const measuredRow = ({ who, unit, rounds }: Row) =>
  `${who}: ${short(median(rounds))} ${unit} (${short(Math.min(...rounds))} to ${short(Math.max(...rounds))})`

function section(title: string, taken: TakenResult): string {
  const { name, verdicts, rows, notes = [], at, commit, machine } = taken
  return `## ${title}

\`npm run bench -- ${name}\`, ${at.slice(0, 10)}, commit ${commit}, load ${(machine.load ?? 0).toFixed(1)}.

| What | Goal | Reached | |
|---|---|---|---|
${verdicts.map(verdictRow).join('\n')}

Medians of ${rows[0]?.rounds.length ?? 0} rounds: ${rows.map(measuredRow).join('; ')}.
${notes.map((note) => `\n${note}\n`).join('')}`
}

/** docs/guides/figures.md as the recorded runs have it. */
export function figuresPage(): string {
  const sections = Object.entries(BENCHES).flatMap(([name, title]) => {
    const taken = readRecorded(name)
    return taken === null ? [] : [section(title, taken)]
  })
  return [HEAD, ...sections, longRunSection()].join('\n')
}
