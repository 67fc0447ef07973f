/** Labels of one series; values come from closed sets only, so that the number of series stays small. */
export type Labels = Readonly<Record<string, string>>

interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines(): string[]
}

/** Seconds; from a call answered out of memory to one about to be given up. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A label set beyond this is a fault of ours and is counted together, never kept apart. */
const MOST_SERIES = 2_000
const OTHER: Labels = { series: 'other' }

const escaped = (text: string) =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`)
const textOf = (labels: Labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Series by their labels, as one text each. */
class SeriesOf<T> {
  readonly #series = new Map<string, { labels: Labels; value: T }>()
  readonly #make: () => T

  constructor(make: () => T) {
    this.#make = make
  }

  of(labels: Labels): { labels: Labels; value: T } {
    const key = textOf(labels)
    const known = this.#series.get(key)
    if (known) return known
    if (this.#series.size >= MOST_SERIES && labels !== OTHER) return this.of(OTHER)
    const made = { labels, value: this.#make() }
    this.#series.set(key, made)
    return made
  }

  all() {
    return [...this.#series.values()]
  }
}

export interface Counter {
  add(labels: Labels, by?: number): void
}

export interface Histogram {
  /** Seconds. */
  observe(labels: Labels, seconds: number): void
}

/** Read when somebody asks; a value that can't be had is left out. */
export type GaugeReading = () =>
  | readonly { labels: Labels; value: number }[]
  | Promise<readonly { labels: Labels; value: number }[]>

/** What this process counts, written as Prometheus reads it (text format 0.0.4). */
export function createRegistry() {
  const metrics: Metric[] = []
  const gauges: { name: string; help: string; read: GaugeReading }[] = []
  const headOf = ({ name, help, type }: Omit<Metric, 'lines'>) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
  ]

  return {
    counter(name: string, help: string): Counter {
      const series = new SeriesOf(() => ({ count: 0 }))
      const lines = () => series.all().map(({ labels, value }) => `${name}${textOf(labels)} ${value.count}`)
      metrics.push({ name, help, type: 'counter', lines })
      return { add: (labels, by = 1) => void (series.of(labels).value.count += by) }
    },
    histogram(name: string, help: string): Histogram {
      const series = new SeriesOf(() => ({ counts: SECONDS.map(() => 0), count: 0, sum: 0 }))
      const lines = () =>
        series
          .all()
          .flatMap(({ labels, value }) => [
            ...SECONDS.map(
              (bound, at) => `${name}_bucket${textOf({ ...labels, le: String(bound) })} ${value.counts[at]}`,
            ),
            `${name}_bucket${textOf({ ...labels, le: '+Inf' })} ${value.count}`,
            `${name}_sum${textOf(labels)} ${value.sum}`,
            `${name}_count${textOf(labels)} ${value.count}`,
          ])
      metrics.push({ name, help, type: 'histogram', lines })
      return {
        observe(labels, seconds) {
          const { value } = series.of(labels)
          value.count++
          value.sum += seconds
          for (const [at, bound] of SECONDS.entries()) if (seconds <= bound) value.counts[at]!++
        },
      }
    },
    gauge(name: string, help: string, read: GaugeReading): void {
      gauges.push({ name, help, read })
    },
    async text(): Promise<string> {
      const lines = metrics.flatMap((metric) => [...headOf(metric), ...metric.lines()])
      for (const { name, help, read } of gauges) {
        // One that can't be read, e.g. while the database is away, must not hide the others.
        const values = await Promise.resolve()
          .then(read)
          .catch(() => [])
        if (values.length === 0) continue
        lines.push(...headOf({ name, help, type: 'gauge' }))
        for (const { labels, value } of values) lines.push(`${name}${textOf(labels)} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}

export type Registry = ReturnType<typeof createRegistry>
