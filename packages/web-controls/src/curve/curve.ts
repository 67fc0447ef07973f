/** A step nobody knows anything of is null. */
export type Points = readonly (number | null)[]

export interface CurveSummary {
  least: number
  most: number
  /** Index of the first step with the most. */
  mostAt: number
  last: number
  /** Steps without a number, between the first and the last one that has one. */
  missing: number
}

/** What a curve says in numbers; null without any. */
export function summaryOf(points: Points): CurveSummary | null {
  const known = points.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return null
  const values = known.map(({ value }) => value)
  const most = Math.max(...values)
  return {
    least: Math.min(...values),
    most,
    mostAt: known.find(({ value }) => value === most)!.at,
    last: last.value,
    missing: last.at - first.at + 1 - known.length,
  }
}

interface Run {
  from: number
  values: number[]
}

/** The stretches between the gaps. */
function runsOf(points: Points): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  for (const [at, value] of points.entries()) {
    if (value === null) open = null
    else if (open === null) runs.push((open = { from: at, values: [value] }))
    else open.values.push(value)
  }
  return runs
}

export interface CurvePaths {
  line: string
  /** Between the line and zero. */
  area: string
}

const short = (value: number) => String(Math.round(value * 100) / 100)

/** Paths in a box of `points.length` by 100 that begins at zero; gaps stay gaps, a lonely point is a dash. */
export function curveOf(points: Points, top: number): CurvePaths {
  const y = (value: number) => short(100 - (100 * value) / Math.max(top, 1))
  const parts = runsOf(points).map(({ from, values }) => {
    const steps = values.map((value, index) => `${short(from + index + 0.5)} ${y(value)}`)
    const end = from + values.length
    const [only] = values
    const line = values.length === 1 ? `${from} ${y(only!)}L${end} ${y(only!)}` : steps.join('L')
    const [begin, finish] = values.length === 1 ? [from, end] : [from + 0.5, end - 0.5]
    return { line: `M${line}`, area: `M${short(begin)} 100L${line}L${short(finish)} 100Z` }
  })
  return { line: parts.map(({ line }) => line).join(''), area: parts.map(({ area }) => area).join('') }
}

const NICE = [1, 2, 2.5, 5, 10]

/** A round number above all values, to stand at the axis, twice a round half. */
export function topOf(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  const nice = NICE.map((each) => each * size).find((each) => each >= most) ?? most
  return Math.max(nice, 4)
}
