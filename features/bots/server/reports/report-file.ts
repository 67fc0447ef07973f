import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { toCsv } from '@qd/csv'
import type { CsvColumn } from '@qd/csv'
import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { botsErrors, timesOf } from '../../contract/index.ts'
import type { botsReportFile, BotsReport, CommandFigures } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import { findCompared, reportOf } from './visible-runs.ts'

/** A command now and in the run it is compared with; one of them may not have it. */
interface Compared {
  now: CommandFigures | undefined
  before: CommandFigures | undefined
}

const FIGURES: readonly CsvColumn<CommandFigures>[] = [
  { title: 'count', text: ({ count }) => String(count) },
  { title: 'errors', text: ({ errors }) => String(errors) },
  { title: 'per_second', text: ({ perSecond }) => String(perSecond) },
  { title: 'p50_ms', text: ({ p50 }) => String(p50) },
  { title: 'p95_ms', text: ({ p95 }) => String(p95) },
  { title: 'p99_ms', text: ({ p99 }) => String(p99) },
  { title: 'max_ms', text: ({ max }) => String(max) },
]

const either = ({ now, before }: Compared): CommandFigures => (now ?? before)!
const COLUMNS: readonly CsvColumn<Compared>[] = [
  { title: 'command', text: (row) => String(either(row).cmd) },
  { title: 'name', text: (row) => either(row).name },
  ...FIGURES.map(({ title, text }): CsvColumn<Compared> => ({
    title,
    text: ({ now }) => (now === undefined ? '' : text(now)),
  })),
  ...FIGURES.map(({ title, text }): CsvColumn<Compared> => ({
    title: `before_${title}`,
    text: ({ before }) => (before === undefined ? '' : text(before)),
  })),
]

/** All commands of both reports, those of the first one first. */
function compared(report: BotsReport, before: BotsReport | undefined): Compared[] {
  const earlier = new Map((before === undefined ? [] : timesOf(before)).map((each) => [each.cmd, each]))
  const rows = timesOf(report).map((now): Compared => ({ now, before: earlier.get(now.cmd) }))
  for (const { now } of rows) earlier.delete(now!.cmd)
  return [...rows, ...[...earlier.values()].map((each): Compared => ({ now: undefined, before: each }))]
}

/** The commands of a report as CSV; the whole is what the call of the report answers. */
export async function sendReport(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof botsReportFile>,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const { run, before } = await findCompared(deps, ctx.caller, body)
  const report = reportOf(run, ctx.caller)
  if (report === null) throw new AppError(botsErrors.bots_no_report)
  const rows = compared(report, before?.report)
  return sendFile(ctx, {
    name: `bots-${run.job_id}`,
    type: 'csv',
    pieces: async function* (count) {
      // The mark tells spreadsheets that it is UTF-8.
      yield `\uFEFF${toCsv(COLUMNS, rows)}`
      count(rows.length)
    },
  })
}
