import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Nodes people have, each with the npm that came with it. */
const NODES = [
  ['18.20.8', '9.9.4'],
  ['20.11.1', '10.2.4'],
  ['22.11.0', '10.9.0'],
] as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-old-node-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a clone of the working tree would hold: no node_modules, no build, no data. */
function cloneInto(place: string) {
  const { stdout } = spawnSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root })
  for (const file of stdout
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    cpSync(join(root, file), join(place, file))
  }
}

function installNode(node: string, npm: string): string {
  const place = join(folder, `node-${node}`)
  mkdirSync(place)
  const dependencies = { [`node-linux-${process.arch}`]: node, npm }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ dependencies }))
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: place })
  expect(done.status, done.stderr.toString()).toBe(0)
  return join(place, 'node_modules/.bin')
}

/** Starts as somebody at a terminal does whose machine has only this Node; resolves at the ready line or the end. */
async function startWith(bin: string, clone: string) {
  // The network of the machine stays as it is, a certificate of its own proxy among it.
  const kept = Object.entries(process.env).filter(
    ([name]) => name === 'NODE_EXTRA_CA_CERTS' || !/^(npm_|VITEST|NODE_|QD_)/.test(name),
  )
  const child = spawn(join(bin, 'npm'), ['start'], {
    cwd: clone,
    env: { ...Object.fromEntries(kept), PATH: `${bin}:/usr/bin:/bin`, QD_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives one: Ctrl-C reaches all of it.
    detached: true,
  })
  let output = ''
  const url = await new Promise<string | null>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /ready at (\S+)/.exec(output)
      if (ready !== null) resolve(ready[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => resolve(null))
  })
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve(null)
      child.once('exit', resolve)
      process.kill(-child.pid!, 'SIGINT')
    })
  return { url, output: () => output, stop }
}

describe('npm start in a fresh clone', () => {
  it.each(NODES)('under Node %s with npm %s installs, builds and serves the pages', async (node, npm) => {
    const clone = join(folder, `clone-${node}`)
    cloneInto(clone)
    const running = await startWith(installNode(node, npm), clone)
    try {
      expect(running.url, running.output()).not.toBeNull()
      const page = await fetch(running.url!)
      expect(await page.text()).toContain('id="root"')
    } finally {
      await running.stop()
      rmSync(clone, { recursive: true, force: true })
    }
  })
})
