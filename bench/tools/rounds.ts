import type { Row } from './result.ts'

/** Something to be measured; a round gives one figure for each unit. */
export interface Contender {
  who: string
  units: readonly string[]
  round(): Promise<readonly number[]>
}

/** One warm-up each, then rounds in turn, so that all contenders see the same machine. */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
  { isWarmedUp = true } = {},
): Promise<Row[]> {
  if (isWarmedUp) for (const contender of contenders) await contender.round()
  const rows = contenders.map(({ who, units }) => units.map((unit): Row => ({ who, unit, rounds: [] })))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const figures = await contender.round()
      for (const [unit, figure] of figures.entries()) rows[index]![unit]!.rounds.push(figure)
    }
  }
  return rows.flat()
}

/** The row of a contender in a unit; a wrong name is a fault of the benchmark. */
export function rowOf(rows: readonly Row[], who: string, unit: string): Row {
  const row = rows.find((each) => each.who === who && each.unit === unit)
  if (row === undefined) throw new Error(`no figures of ${who} in ${unit}`)
  return row
}
