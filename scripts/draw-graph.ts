import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The picture of docs/architecture.md: one box per workspace, an arrow for every import between them.
const root = join(import.meta.dirname, '..')
const FOLDERS = ['apps', 'features', 'adapters', 'sandbox', 'packages']
/** From the top: who composes, what operators do, how games are reached, the kits, the pure libraries. */
const LAYERS: [title: string, test: RegExp][] = [
  ['apps', /^apps\//],
  ['features', /^features\//],
  ['adapters and sandbox', /^(adapters\/|sandbox$)/],
  ['kits and store', /^packages\/(server-kit|web-.+|store)$/],
  ['pure packages', /^packages\//],
]
const BOX = { width: 128, height: 30, gap: 12, rise: 104, left: 150, top: 34 }

interface Module {
  source: string
  dependencies: { resolved: string }[]
}

function workspaceOf(file: string): string | null {
  const match = /^((?:apps|features|adapters|packages)\/[^/]+|sandbox)\//.exec(file)
  return match?.[1] ?? null
}

function readEdges(): Set<string> {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS]
  const done = spawnSync(join(root, 'node_modules/.bin/depcruise'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  const { modules } = JSON.parse(done.stdout) as { modules: Module[] }
  const edges = new Set<string>()
  for (const { source, dependencies } of modules) {
    const from = workspaceOf(source)
    if (from === null || /\.test\.|\/testing\/|\/test\//.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = workspaceOf(resolved)
      if (to !== null && to !== from) edges.add(`${from} ${to}`)
    }
  }
  return edges
}

interface Spot {
  x: number
  y: number
}

const layerOf = (name: string) => LAYERS.findIndex(([, test]) => test.test(name))

function placeBoxes(names: string[]): Map<string, Spot> {
  const rows = LAYERS.map((_layer, row) => names.filter((name) => layerOf(name) === row).toSorted())
  const widest = Math.max(...rows.map((row) => row.length))
  const step = BOX.width + BOX.gap
  const spots = new Map<string, Spot>()
  for (const [row, inRow] of rows.entries()) {
    const left = BOX.left + ((widest - inRow.length) * step) / 2
    for (const [column, name] of inRow.entries())
      spots.set(name, { x: left + column * step, y: BOX.top + row * BOX.rise })
  }
  return spots
}

function arrow(from: Spot, to: Spot): string {
  const start = { x: from.x + BOX.width / 2, y: from.y + (to.y > from.y ? BOX.height : 0) }
  const end = { x: to.x + BOX.width / 2, y: to.y + (to.y > from.y ? 0 : BOX.height) }
  if (from.y === to.y) {
    const dip = from.y - 18
    return `<path d="M${start.x} ${from.y}C${start.x} ${dip} ${end.x} ${dip} ${end.x} ${to.y}"/>`
  }
  const bend = (end.y - start.y) / 2
  return `<path d="M${start.x} ${start.y}C${start.x} ${start.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}"/>`
}

function draw(edges: Set<string>): string {
  const pairs = [...edges].toSorted().map((edge) => edge.split(' ') as [string, string])
  const spots = placeBoxes([...new Set(pairs.flat())])
  const width = Math.max(...[...spots.values()].map(({ x }) => x)) + BOX.width + BOX.gap
  const height = BOX.top + LAYERS.length * BOX.rise - 40
  const arrows = pairs.map(([from, to]) => arrow(spots.get(from)!, spots.get(to)!))
  const boxes = [...spots].map(
    ([name, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>` +
      `<text x="${x + BOX.width / 2}" y="${y + 19}" text-anchor="middle">${name.split('/').at(-1)}</text>`,
  )
  const titles = LAYERS.map(
    ([title], row) => `<text class="layer" x="12" y="${BOX.top + row * BOX.rise + 19}">${title}</text>`,
  )
  const style =
    'rect{fill:#f6f8fb;stroke:#8a97ab}text{font:12px sans-serif;fill:#1d2939}.layer{fill:#667085}path{fill:none;stroke:#8a97ab;stroke-opacity:.45}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="Imports between workspaces"><style>${style}</style><rect width="100%" height="100%" style="fill:#fff;stroke:none"/>\n${[...arrows, ...boxes, ...titles].join('\n')}\n</svg>\n`
}

mkdirSync(join(root, 'docs/images'), { recursive: true })
const edges = readEdges()
writeFileSync(join(root, 'docs/images/dependencies.svg'), draw(edges))
console.log(`docs/images/dependencies.svg: ${edges.size} arrows`)
