// What start and test share before Node 24 is there: install what is missing, find the right Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const stamp = join(root, 'node_modules', '.quarterdeck-install')

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

const lockOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Whether somebody has run npm ci by hand: npm notes in node_modules what it has put there. Packages of other
 * platforms are optional and stay away.
 */
export function hasWholeInstall(folder) {
  const noted = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const there = lockOf(noted)
  return Object.entries(lockOf(join(folder, 'package-lock.json'))).every(([place, wanted]) => {
    if (!place.includes('node_modules/') || wanted.link === true) return true
    const found = there[place]
    return found === undefined ? wanted.optional === true : found.integrity === wanted.integrity
  })
}

/** Installs exactly the lockfile's packages unless they are there already. */
export function ensureInstalled() {
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (hasWholeInstall(root)) {
    writeFileSync(stamp, hash)
    return
  }
  console.log('Installing packages (npm ci) ...')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) {
    console.error('npm ci failed; see the lines above.')
    process.exit(done.status ?? 1)
  }
  writeFileSync(stamp, hash)
}

/** The Node 24 that the packages brought, or the running one when it is new enough. */
export function node24() {
  const bundled = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  if (existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(`No bundled Node 24 fits ${process.platform}-${process.arch}; install Node 24 and run again.`)
  process.exit(1)
}

const succeeds = (script) => spawnSync('sh', ['-c', script]).status === 0
const hasCommand = (name) => succeeds(`command -v ${name}`)

/** Debian's packages that the tests run for real. */
export const TEST_PACKAGES = [
  'redis-server',
  'redis-redisearch',
  'openssh-server',
  'chromium',
  'chromium-headless-shell',
  'fonts-noto-cjk',
  'postgresql',
  'protobuf-compiler',
]

/** How to see that a Debian package is there. */
const PROBES = {
  'redis-server': () => hasCommand('redis-server'),
  'redis-redisearch': () => existsSync('/usr/lib/redis/modules/redisearch.so'),
  // Its folder is not in the path of everybody.
  'openssh-server': () => existsSync('/usr/sbin/sshd'),
  chromium: () => hasCommand('chromium'),
  'chromium-headless-shell': () => hasCommand('chromium-headless-shell'),
  'fonts-noto-cjk': () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
  'protobuf-compiler': () => hasCommand('protoc'),
  postgresql: () => succeeds('ls /usr/lib/postgresql/*/bin/initdb'),
}

function installByApt(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (names.includes('postgresql')) {
    // Only the programs are wanted, no cluster of Debian's own.
    const folder = '/etc/postgresql-common/createcluster.d'
    succeeds(`mkdir -p ${folder} && echo 'create_main_cluster = false' > ${folder}/quarterdeck.conf`)
  }
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const install = () => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  if (install()) return
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  install()
}

/** Installs missing Debian packages when root on Debian; otherwise says in one line how. */
export function ensureSystemPackages(names, { isRequired }) {
  const missing = () => names.filter((name) => !PROBES[name]())
  const wanted = missing()
  if (wanted.length === 0) return
  if (process.getuid?.() === 0 && hasCommand('apt-get')) {
    console.log(`Installing ${wanted.join(', ')} with apt-get ...`)
    installByApt(wanted)
  }
  const still = missing()
  if (still.length === 0) return
  const line = `Missing system packages; install them: sudo apt-get install ${still.join(' ')}`
  if (isRequired) {
    console.error(line)
    process.exit(1)
  }
  console.log(`${line} (the sandbox starts without)`)
}

/**
 * Young objects of live sockets die fast; V8's default of 16 MiB per half only leaves more of them lying about:
 * 32 KiB a socket without, 21 KiB with this (`npm run bench -- live-sockets`), at the same CPU time.
 * V8 lets the heap of a busy program grow to several times what lives in it; with a half more at most, a job of 2,000,000
 * rows takes 60 MiB instead of 177 and a twentieth more time (`npm run bench -- jobs`).
 * V8 makes objects among the old ones where many of the first lived long, and every row of a list after them stays until a large
 * collection: without that habit the import of a million players takes 10 MiB of heap instead of 50, and a fifth less CPU time.
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--no-allocation-site-pretenuring',
]

/**
 * Compiled modules are kept: a start with them takes half the time of one that strips and compiles all TypeScript.
 * glibc gives each thread memory of its own and keeps what is freed there: 15 MiB less with two for all; nothing to other systems.
 */
export const NODE_SETTINGS = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  MALLOC_ARENA_MAX: '2',
}

/** npm passes no signal on; when it is gone, what it started ends too. */
function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}

/** Goes on under Node 24; signals and the exit code pass through. */
export function runUnderNode24(script, args) {
  const node = node24()
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(node, [...NODE_FLAGS, join(root, script), ...args], {
    cwd: root,
    // The fourth end tells the child when this process is gone, also by kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...NODE_SETTINGS, PATH: path, QD_PARENT_PIPE: '3' },
  })
  endWithNpm(() => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
}
