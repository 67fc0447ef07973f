/** Labels of one series, all of those the metric was declared with. */
export type Labels = Readonly<Record<string, string>>

/** Values of one label, e.g. servers, however many there are or are made up; declared calls fit. */
const MOST_VALUES = 300
/** The second lock: so many sets of labels of one metric, whatever their values. */
const MOST_SERIES = 2_000
const OTHER = 'other'

const everyOther = (labels: Labels): Labels =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER]))

/** The series of one metric, made once each by `make`; those beyond the limits are one. */
export class BoundedSeries<T> {
  readonly #series = new Map<string, T>()
  readonly #values = new Map<string, Set<string>>()
  readonly #make: (labels: Labels) => T

  constructor(make: (labels: Labels) => T) {
    this.#make = make
  }

  of(asked: Labels): T {
    const known = this.#series.get(JSON.stringify(asked))
    if (known !== undefined) return known
    const bounded = this.#bounded(asked)
    const isFull = this.#series.size >= MOST_SERIES && !this.#series.has(JSON.stringify(bounded))
    const labels = isFull ? everyOther(asked) : bounded
    const key = JSON.stringify(labels)
    const found = this.#series.get(key) ?? this.#make(labels)
    this.#series.set(key, found)
    return found
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
}
