import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CsvReader } from '../src/index.ts'

interface Sample {
  csv: string
  rows: readonly Record<string, string>[]
}
const { files } = JSON.parse(readFileSync(new URL('suites/csv-spectrum.json', import.meta.url), 'utf8')) as {
  files: Record<string, Sample>
}
const ENDS = ['\n', '\r\n', '\r']

/** Every other line break by another one; those in quotes stay. */
function mixed(csv: string, first: number): string {
  let at = first
  let isQuoted = false
  return csv.replaceAll(/"|\r\n|\r|\n/g, (found) => {
    if (found === '"') isQuoted = !isQuoted
    if (found === '"' || isQuoted) return found
    at += 1
    return ENDS[at % ENDS.length]!
  })
}

function rowsOf(csv: string, heads: readonly string[], every: number) {
  const reader = new CsvReader({ required: heads, maxRows: 1_000 })
  for (let at = 0; at < csv.length; at += every) reader.take(csv.slice(at, at + every))
  const { rows, faults } = reader.end()
  expect(faults).toEqual([])
  return rows.map(({ cells }) => cells)
}

test.each(Object.entries(files))(
  'csv-spectrum: %s, with any line ends and cut anywhere',
  (_name, { csv, rows }) => {
    const heads = Object.keys(rows[0]!)
    for (const text of [csv, ...ENDS.map((_end, at) => mixed(csv, at))])
      for (const every of [1, 2, 3, 7, 1_000]) expect(rowsOf(text, heads, every)).toEqual(rows)
  },
)
