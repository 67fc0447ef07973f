import { formatQuantity } from '@qd/web-base'
import type { BotsReport, BotsTick, CommandFigures } from '../../contract/index.ts'
import type { BotsTexts } from '../texts.ts'

export type Numbers = Record<'online' | 'rate' | 'p50' | 'p95' | 'p99' | 'failed' | 'passed', number>

/** How a run stands: as its report says, else as its last second; null while nobody knows. */
export function numbersOf(report: BotsReport | null, tick: BotsTick | undefined): Numbers | null {
  if (report !== null) {
    const all = report.commands.filter(({ cmd }) => cmd > 0)
    // Older reports know each command alone: the slowest stands for all.
    const most = (pick: (each: CommandFigures) => number) =>
      report.overall === undefined ? Math.max(0, ...all.map(pick)) : pick(report.overall)
    return {
      online: Math.max(0, ...report.series.map(({ online }) => online)),
      rate: (report.requests * 1_000) / Math.max(1, report.durationMs),
      p50: most(({ p50 }) => p50),
      p95: most(({ p95 }) => p95),
      p99: most(({ p99 }) => p99),
      failed: report.failed,
      passed: report.passed,
    }
  }
  if (tick === undefined) return null
  const { online, sentPerSecond, p50, p95, p99, failed, passed } = tick
  return { online, rate: sentPerSecond, p50, p95, p99, failed, passed }
}

export interface ShownNumber {
  name: string
  value: string
  /** Smaller, behind the value. */
  more?: string
}

/** The same as words and figures, in the order people look at them. */
export function shownNumbers(t: BotsTexts, numbers: Numbers, clients: number): ShownNumber[] {
  const { online, rate, p50, p95, p99, failed, passed } = numbers
  const share = passed + failed === 0 ? 0 : (failed / (passed + failed)) * 100
  return [
    { name: t('run.online'), value: formatQuantity(online), more: ` / ${formatQuantity(clients)}` },
    { name: t('run.rate'), value: formatQuantity(Math.round(rate)) },
    { name: 'p50', value: `${p50.toFixed(1)} ms` },
    { name: 'p95', value: `${p95.toFixed(1)} ms` },
    { name: 'p99', value: `${p99.toFixed(1)} ms` },
    { name: t('run.failed'), value: `${share.toFixed(2)} %` },
  ]
}

/** It ended otherwise than it was asked to. */
export const isBadEnd = ({ ended }: BotsReport): boolean => ended !== 'time' && ended !== 'passes'
