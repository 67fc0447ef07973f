// What start and test share before the right Node is there: bring that Node, install what is missing with it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const lockOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** The C library that native packages are built against: "glibc" or "musl"; undefined where systems have but one. */
const findLibc = () => {
  if (process.platform !== 'linux') return undefined
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}

/** Whether npm leaves a package out because its `os`, `cpu` or `libc` names another system. */
function isOfAnotherSystem({ os, cpu, libc }, ownLibc) {
  const isOther = (wanted, own) => wanted !== undefined && ![wanted].flat().includes(own)
  return isOther(os, process.platform) || isOther(cpu, process.arch) || isOther(libc, ownLibc)
}

/** Packages that may fail to build name no system; without one that names this system the console does not run. */
const mayBeMissing = (wanted, ownLibc) =>
  wanted.optional === true && (isOfAnotherSystem(wanted, ownLibc) || (wanted.os ?? wanted.cpu) === undefined)

/**
 * Whether everything of the folder's lockfile is in place: npm notes in node_modules what it has put there, and an npm
 * under an old Node leaves out native parts whose `engines` do not name that Node.
 */
export function hasWholeInstall(folder) {
  const noted = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const there = lockOf(noted)
  const ownLibc = findLibc()
  return Object.entries(lockOf(join(folder, 'package-lock.json'))).every(([place, wanted]) => {
    if (!place.includes('node_modules/') || wanted.link === true) return true
    const found = there[place]
    if (found === undefined) return mayBeMissing(wanted, ownLibc)
    return found.integrity === wanted.integrity && existsSync(join(folder, place))
  })
}

/** The Node package of the lockfile for this machine; undefined where there is none. */
function lockedNode() {
  const name = `node-linux-${process.arch}`
  const entry = lockOf(join(root, 'package-lock.json'))[`node_modules/${name}`]
  return process.platform === 'linux' && entry !== undefined ? { name, entry } : undefined
}

/** The program, when it is of the wanted version and runs on this system (a system without glibc has no use for it). */
function runsAs(node, version) {
  if (!existsSync(node)) return false
  return spawnSync(node, ['--version']).stdout?.toString().trim() === `v${version}`
}

/** npm's own script, so that another Node can run it; the shell's npm where no script is found. */
function npmScript() {
  const named = process.env.npm_execpath
  if (named !== undefined && basename(named) === 'npm-cli.js') return named
  const { stdout } = spawnSync('sh', ['-c', 'command -v npm'])
  const found = stdout?.toString().trim()
  const script = found ? realpathSync(found) : ''
  return script.endsWith('.js') ? script : undefined
}

function npmCi(folder, node) {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter) }
  const script = npmScript()
  const install = () =>
    script
      ? spawnSync(node, [script, ...args], { cwd: folder, stdio: 'inherit', env }).status
      : spawnSync('npm', args, { cwd: folder, stdio: 'inherit', env, shell: process.platform === 'win32' })
          .status
  // A cut connection, or npm 10 on a busy machine, ends it by chance; it begins from nothing each time.
  if (install() === 0) return
  console.error('npm ci failed; trying once more ...')
  const status = install()
  if (status === 0) return
  console.error(
    'npm ci failed; its own lines are above. Look at the network and the free space, then run this again.',
  )
  process.exit(status ?? 1)
}

const brought = join(root, '.cache', 'node')

/** Installs the locked Node alone, by its integrity, and returns its program. */
function bringNode({ name, entry }) {
  const { version } = entry
  const node = join(brought, 'node_modules', name, 'bin', 'node')
  if (runsAs(node, version)) return node
  console.log(`Installing Node ${version} first ...`)
  rmSync(brought, { recursive: true, force: true })
  mkdirSync(brought, { recursive: true })
  const own = { name: 'quarterdeck-node', version: '0.0.0', dependencies: { [name]: version } }
  const packages = { '': own, [`node_modules/${name}`]: { ...entry, optional: undefined } }
  const { name: lockName, version: lockVersion } = own
  const lock = { name: lockName, version: lockVersion, lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(brought, 'package.json'), JSON.stringify(own))
  writeFileSync(join(brought, 'package-lock.json'), JSON.stringify(lock))
  npmCi(brought, process.execPath)
  return runsAs(node, version) ? node : undefined
}

/** A Node of the machine's own, where the packages bring none that runs on it. */
function systemNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const system = `${process.platform}-${process.arch}`
  console.error(
    `No packaged Node runs on ${system}, and this is ${process.version}: install Node 24.22.1 or newer and run this again.`,
  )
  process.exit(1)
}

/** The Node among the packages; undefined where it is missing or does not run. */
export function bundledNode() {
  const locked = lockedNode()
  const node = locked && join(root, 'node_modules', locked.name, 'bin', 'node')
  return node && runsAs(node, locked.entry.version) ? node : undefined
}

/** Installs exactly the lockfile's packages unless they are there already. */
export function ensureInstalled() {
  if (hasWholeInstall(root)) return
  const locked = lockedNode()
  // Not the one in node_modules: npm empties that folder, and its own program would be gone.
  const node = (locked && bringNode(locked)) ?? systemNode()
  console.log('Installing packages (npm ci) ...')
  npmCi(root, node)
  rmSync(brought, { recursive: true, force: true })
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
  'nginx-light',
  'systemd',
]

/** What the long run has besides: programs whose values are compared with ours, and Prometheus, whose promtool tries the alerts. */
export const LONG_TEST_PACKAGES = [
  ...TEST_PACKAGES,
  'php-cli',
  'python3',
  'default-jdk-headless',
  'zstd',
  'lz4',
  'brotli',
  'gzip',
  'prometheus',
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
  'php-cli': () => hasCommand('php'),
  python3: () => hasCommand('python3'),
  // A Java that only runs programs cannot run one of a source file.
  'default-jdk-headless': () => hasCommand('javac'),
  zstd: () => hasCommand('zstd'),
  lz4: () => hasCommand('lz4'),
  brotli: () => hasCommand('brotli'),
  gzip: () => hasCommand('gzip'),
  // As with sshd; any nginx will do.
  'nginx-light': () => existsSync('/usr/sbin/nginx'),
  systemd: () => hasCommand('systemd-analyze'),
  prometheus: () => hasCommand('promtool'),
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

/** Goes on under the right Node; signals and the exit code pass through. */
export function runOnBundledNode(script, args) {
  const node = bundledNode() ?? systemNode()
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
