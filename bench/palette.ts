import { findEntries, indexText, loadReadings } from '@qd/web-controls/search'
import { median } from './tools/result.ts'
import type { Result } from './tools/result.ts'

const ENTRIES = 10_000
const FIELDS = 5_000
const ROUNDS = 20
const FIRST = '潮琥晨旧银雾星长灯海'
const SECOND = '汐珀霜灯蓝码沙安火风'
const THIRD = '之门礁湾头塔滩岛城港'
const QUERIES = ['s1', 'cxzm', 'chaoxi', '潮汐', 'server 42', 'hp', 'changan', 'zzz', 'n', 'gtools']

function titles(): string[] {
  return Array.from({ length: ENTRIES }, (_, index) => {
    const at = (text: string, step: number) => [...text][Math.floor(index / step) % 10] ?? ''
    return `S${index} ${at(FIRST, 1)}${at(SECOND, 10)}${at(THIRD, 100)} server line ${index % 40}`
  })
}

/** Milliseconds of the slowest query, once per round. */
function slowest(search: (query: string) => unknown): number[] {
  for (const query of QUERIES) search(query)
  return Array.from({ length: ROUNDS }, () =>
    Math.max(
      ...QUERIES.map((query) => {
        const start = performance.now()
        search(query)
        return performance.now() - start
      }),
    ),
  )
}

/** Fields of a large protocol: a name, its name on the wire, and where it is. */
function fields(): [string, string, string][] {
  return titles()
    .slice(0, FIELDS)
    .map((title, index) => [
      title.replaceAll(/^S\d+ |server line \d+/g, ''),
      `fieldName${index}`,
      `模块 ${index % 200}`,
    ])
}

/** The palette's search over 10,000 entries beside a filter that only looks for the text as it stands. */
export async function measure(): Promise<Result> {
  const readings = await loadReadings()
  const all = titles()
  const startMs = performance.now()
  const indexed = all.map((entry) => ({ entry, text: indexText(entry, readings) }))
  const indexMs = performance.now() - startMs
  const ours = slowest((query) => findEntries(indexed, query))
  const fieldsStartMs = performance.now()
  const indexedFields = fields().map(([name, ...beside]) => ({
    entry: name,
    text: indexText(name, readings),
    beside: beside.map((text) => indexText(text, readings)),
  }))
  const fieldsMs = performance.now() - fieldsStartMs
  const oursOfFields = slowest((query) => findEntries(indexedFields, query))
  const naive = slowest((query) => all.filter((title) => title.toLowerCase().includes(query)))
  return {
    rows: [
      { who: 'palette: text, pinyin, scattered letters, ranked', unit: 'ms', rounds: ours },
      { who: 'palette: 5,000 fields by name, protocol name and module', unit: 'ms', rounds: oursOfFields },
      { who: 'palette: making 5,000 fields searchable, once', unit: 'ms', rounds: [fieldsMs] },
      { who: 'peer: includes() on each title', unit: 'ms', rounds: naive },
      { who: 'palette: making 10,000 entries searchable, once', unit: 'ms', rounds: [indexMs] },
    ],
    verdicts: [
      { what: 'slowest of ten queries over 10,000 entries', figure: median(ours), unit: 'ms', goal: '<= 50' },
      {
        what: 'slowest of ten queries over 5,000 fields',
        figure: median(oursOfFields),
        unit: 'ms',
        goal: '<= 50',
      },
    ],
    notes: [
      `${(median(ours) / median(naive)).toFixed(1)} times the peer, which knows neither pinyin nor order`,
    ],
  }
}
