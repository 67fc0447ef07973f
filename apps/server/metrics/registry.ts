import {
  Counter as PromCounter,
  Gauge,
  Histogram as PromHistogram,
  Registry as PromRegistry,
} from 'prom-client'
import { BoundedSeries } from './bounded-labels.ts'
import type { Labels } from './bounded-labels.ts'

/** Seconds; from a call answered out of memory to one about to be given up. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Counter {
  add(labels: Labels, by?: number): void
}

export interface Histogram {
  /** Seconds. */
  observe(labels: Labels, seconds: number): void
  /** The same for one set of labels, looked up once: what happens at every call must not look its labels up each time. */
  series(labels: Labels): (seconds: number) => void
}

/** Name, help and labels of a metric. */
export interface MetricSpec {
  name: string
  help: string
  /** None for a metric of one series. */
  labelNames?: readonly string[]
}

/** Read when somebody asks; a value that can't be had is left out. */
export type GaugeReading = () =>
  | readonly { labels: Labels; value: number }[]
  | Promise<readonly { labels: Labels; value: number }[]>

/** Of a metric of one series. */
export const oneValue = (value: number) => [{ labels: {}, value }]

/** What this process counts, written as Prometheus reads it (text format 0.0.4), in a bounded number of series. */
export function createRegistry() {
  const registry = new PromRegistry()
  const registers = [registry]

  return {
    counter(spec: MetricSpec): Counter {
      const counter = new PromCounter({ ...spec, registers })
      const series = new BoundedSeries((labels) => counter.labels(labels))
      return { add: (labels, by = 1) => series.of(labels).inc(by) }
    },
    histogram(spec: MetricSpec): Histogram {
      const histogram = new PromHistogram({ ...spec, buckets: SECONDS, registers })
      const series = new BoundedSeries((labels) => {
        const one = histogram.labels(labels)
        return (seconds: number) => one.observe(seconds)
      })
      return {
        observe: (labels, seconds) => series.of(labels)(seconds),
        series: (labels) => series.of(labels),
      }
    },
    gauge(spec: MetricSpec, read: GaugeReading): void {
      const gauge = new Gauge({
        ...spec,
        registers,
        async collect() {
          // One that can't be read, e.g. while the database is away, must not hide the others.
          const values = await Promise.resolve()
            .then(read)
            .catch(() => [])
          gauge.reset()
          if (spec.labelNames === undefined) gauge.remove({})
          for (const { labels, value } of values) gauge.set(labels, value)
        },
      })
    },
    async text(): Promise<string> {
      return (await registry.metrics()).replaceAll('\n\n', '\n')
    },
  }
}

export type Registry = ReturnType<typeof createRegistry>
