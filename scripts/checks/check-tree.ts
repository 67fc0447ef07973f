import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMain, report, type Findings } from './report.ts'

const root = join(import.meta.dirname, '../..')

/** What must not stand in any tracked text file, and why. Written so that no pattern matches itself. */
const FORBIDDEN: [pattern: RegExp, why: string][] = [
  [/(?<![\w.:*{},-])\/(?:work|home|Users)\/\w+\//, 'a path of one machine'],
  [/\.\.\/[s]hared\/(?:design|spec|research)/, 'a path outside the repository'],
  [/\bTO[D]O\b|\bFIX[M]E\b/, 'unfinished work: do it or write it into the changelog'],
  [/@ts-[in](?:gnore|ocheck)/, 'a silenced type error'],
  [/BEGIN [A-Z ]*PRIVAT[E] KEY/, 'a private key'],
  [/\b(?:describe|it|test)\.onl[y]\(/, 'a test that hides the others'],
]

/** What must not stand in a test besides. */
const FORBIDDEN_IN_TESTS: [pattern: RegExp, why: string][] = [
  [
    /\b(?:memoryUsage|heapUsed|getHeapStatistics)\b/,
    'memory of a process that many tests share: `measure` of @qd/contract-kit/testing/measure runs a script in its own',
  ],
  [
    /\bexpect\(\s*(?:performance|Date)\.now\(\)\s*-.*\.toBeLess/,
    'a bound by the wall clock: assert on order or counts, or set the clock',
  ],
]

const TEST = /\.test\.tsx?$/
const NAMES = /^(?:utils?|helpers?|common|misc|manager)(?:\.|$)/
const BINARY = /\.(?:png|jpg|webp|woff2|ico|zip|db|pb)$/

function trackedFiles(): string[] {
  const done = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`git ls-files failed: ${done.stderr}`)
  return done.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** What must not stand in a text file of that name, with its lines. */
export function forbiddenIn(file: string, text: string): string[] {
  const forbidden = TEST.test(file) ? [...FORBIDDEN, ...FORBIDDEN_IN_TESTS] : FORBIDDEN
  return text
    .split('\n')
    .flatMap((line, index) =>
      forbidden.filter(([pattern]) => pattern.test(line)).map(([, why]) => `${file}:${index + 1}: ${why}`),
    )
}

function problemsOf(file: string): string[] {
  const problems = file.split('/').some((part) => NAMES.test(part))
    ? [`${file}: a name that says nothing`]
    : []
  if (BINARY.test(file) || basename(file) === 'package-lock.json') return problems
  return [...problems, ...forbiddenIn(file, readFileSync(join(root, file), 'utf8'))]
}

/** Locked packages that name the host they came from would not install elsewhere. */
function foreignPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; link?: boolean; integrity?: string }>
  }
  return Object.entries(lock.packages).flatMap(([name, entry]) => {
    if (entry.link || !name.includes('node_modules/')) return []
    if (entry.integrity === undefined) return [`package-lock.json: ${name} is locked without integrity`]
    // Without an address npm asks whatever registry it is set up with.
    return entry.resolved === undefined ? [] : [`package-lock.json: ${name} is bound to one registry host`]
  })
}

/** Words, names and lock entries that must not be in the tree. */
export function checkTree(): Findings {
  const files = trackedFiles()
  return {
    problems: [...files.flatMap(problemsOf), ...foreignPackages()],
    summary: `tree: ${files.length} files`,
  }
}

if (isMain(import.meta.url)) report(checkTree())
