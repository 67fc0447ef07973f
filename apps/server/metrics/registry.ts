/** Labels of one series; a value beyond the most its label may have is counted as `other`. */
export type Labels = Readonly<Record<string, string>>

interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines(): string[]
}

/** Seconds; from a call answered out of memory to one about to be given up. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Values of one label, e.g. servers, however many there are or are made up; declared calls fit. */
const MOST_VALUES = 300
/** The second lock: so many sets of labels of one metric, whatever their values. */
const MOST_SERIES = 2_000
const OTHER = 'other'

const escaped = (text: string) =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`)
const textOf = (labels: Labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const everyOther = (labels: Labels): Labels =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER]))

/** Series by their labels, as one text each. */
class SeriesOf<T> {
  readonly #series = new Map<string, { labels: Labels; value: T }>()
  readonly #values = new Map<string, Set<string>>()
  readonly #make: () => T

  constructor(make: () => T) {
    this.#make = make
  }

  of(asked: Labels): { labels: Labels; value: T } {
    const known = this.#series.get(textOf(asked))
    if (known) return known
    const bounded = this.#bounded(asked)
    const isFull = this.#series.size >= MOST_SERIES && !this.#series.has(textOf(bounded))
    const labels = isFull ? everyOther(asked) : bounded
    const key = textOf(labels)
    const found = this.#series.get(key)
    if (found) return found
    const made = { labels, value: this.#make() }
    this.#series.set(key, made)
    return made
  }

  /** The same labels, so that sums by any of them stay right; only values beyond their number are one. */
  #bounded(labels: Labels): Labels {
    return Object.fromEntries(
      Object.entries(labels).map(([name, value]) => [name, this.#isKept(name, value) ? value : OTHER]),
    )
  }

  #isKept(name: string, value: string): boolean {
    const values = this.#values.get(name) ?? new Set()
    this.#values.set(name, values)
    if (values.size < MOST_VALUES) values.add(value)
    return values.has(value)
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
  /** The same for one set of labels, looked up once: what happens at every call must not write its labels each time. */
  series(labels: Labels): (seconds: number) => void
}

interface Observed {
  /** How many fell into each step, not added up. */
  counts: number[]
  count: number
  sum: number
}

/** The first step that holds the value; beyond the last it is in the total alone. */
function observe(into: Observed, seconds: number): void {
  into.count++
  into.sum += seconds
  let at = 0
  while (at < SECONDS.length && seconds > SECONDS[at]!) at++
  if (at < SECONDS.length) into.counts[at]!++
}

/** Prometheus wants each step to hold those below it. */
function addedUp(counts: readonly number[]): number[] {
  let total = 0
  return counts.map((count) => (total += count))
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
      const series = new SeriesOf<Observed>(() => ({ counts: SECONDS.map(() => 0), count: 0, sum: 0 }))
      const lines = () =>
        series
          .all()
          .flatMap(({ labels, value }) => [
            ...addedUp(value.counts).map(
              (count, at) => `${name}_bucket${textOf({ ...labels, le: String(SECONDS[at]) })} ${count}`,
            ),
            `${name}_bucket${textOf({ ...labels, le: '+Inf' })} ${value.count}`,
            `${name}_sum${textOf(labels)} ${value.sum}`,
            `${name}_count${textOf(labels)} ${value.count}`,
          ])
      metrics.push({ name, help, type: 'histogram', lines })
      return {
        observe: (labels, seconds) => observe(series.of(labels).value, seconds),
        series(labels) {
          const { value } = series.of(labels)
          return (seconds) => observe(value, seconds)
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
