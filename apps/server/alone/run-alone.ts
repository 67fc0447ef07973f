import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isStoreError } from '@qd/store'
import { EnvError, assertNode, readEnv } from '../env.ts'
import { startFaultLine } from '../listen/listen-error.ts'
import { startAloneConsole } from './alone-console.ts'
import type { AloneConsole } from './alone-console.ts'
import { USAGE, readAloneOptions } from './alone-options.ts'
import type { AloneOptions } from './alone-options.ts'
import { readGiven, watchedPaths } from './read-given.ts'
import type { GivenGame } from './read-given.ts'
import { watchPaths } from './watch-paths.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** Tells a folder of this program from one of a console, whose people and games it must not touch. */
const MARK = 'simulator-alone'

function dataFolder(wanted: string | undefined, from: string): string {
  if (wanted === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'qd-simulator-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const folder = resolve(from, wanted)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(join(folder, MARK)) && readdirSync(folder).length > 0) {
      throw new EnvError(`--data: ${folder} holds something else; name an empty folder or a new one`)
    }
    writeFileSync(join(folder, MARK), '')
  } catch (error) {
    if (error instanceof EnvError) throw error
    throw new EnvError(`--data: ${folder} cannot be used (${(error as NodeJS.ErrnoException).code})`)
  }
  return folder
}

/** What a person can mend, in one line; null for everything else. */
function lineOf(error: unknown, port: number): string | null {
  if (error instanceof EnvError || isStoreError(error)) return error.message
  const isOption =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (isOption) return error.message
  const isBusy = startFaultLine(error, { port, host: '127.0.0.1', dataDir: '' }) !== null
  return isBusy ? `--port: ${port} cannot be used (${(error as NodeJS.ErrnoException).code})` : null
}

function counts({ name, messages, commands, layout, parts }: GivenGame): string {
  return `${name}: ${messages} messages, ${commands} commands, frames as ${layout}, ${parts.url}`
}

/** Shows a link, and a new one each time somebody has signed in by it. */
function showLinks(alone: AloneConsole, recordId: string): void {
  const show = (before: string) =>
    say(`${before}: ${alone.link(recordId, () => show('Signed in. Again by'))}`)
  show('Open once')
}

interface Followed {
  /** What was saved first. */
  game: GivenGame
  options: AloneOptions
  from: string
}

/** Reads the files again when they change; what cannot be read leaves the definitions as they were. */
function followFiles(alone: AloneConsole, { game: saved, options, from }: Followed): void {
  let last = JSON.stringify(saved.parts)
  const isWatched = watchPaths(watchedPaths(options, from), async () => {
    try {
      const game = readGiven(options, from)
      const now = JSON.stringify(game.parts)
      if (now === last) return
      await alone.save(game)
      last = now
      say(`Read again, for the next connection. ${counts(game)}`)
    } catch (error) {
      const why = error instanceof EnvError ? error.message : String(error)
      complain(`Changed files are not used: ${why}`)
    }
  })
  if (!isWatched) complain('Files cannot be watched here: start again after a change.')
}

async function start(options: AloneOptions, game: GivenGame, from: string): Promise<AloneConsole> {
  assertNode(process.version)
  const env = readEnv({
    QD_HOST: '127.0.0.1',
    QD_PORT: String(options.port),
    QD_SANDBOX: 'off',
    QD_DATA_DIR: dataFolder(options.dataDir, from),
    QD_LOG_LEVEL: process.env['QD_LOG_LEVEL'],
  })
  const alone = await startAloneConsole({ env, enter: options.enter, announce: () => undefined })
  try {
    const recordId = await alone.save(game)
    say(counts(game))
    if (game.commands === 0) say('Without --commands or --enum frames have numbers only; see --help.')
    showLinks(alone, recordId)
    followFiles(alone, { game, options, from })
  } catch (error) {
    await alone.stop()
    throw error
  }
  return alone
}

/** Ends by signal, in order once there is something to end; the folder goes all the same. */
function stopBySignal(running: () => AloneConsole | null): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    Promise.resolve(running()?.stop())
      .catch((error: unknown) => complain(String(error)))
      .finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/**
 * The simulator alone, for one person on this machine; `prepare` runs once what was given is known to be good. Relative
 * paths count from `from`.
 */
export async function runAlone(
  args: readonly string[],
  { from, prepare }: { from: string; prepare?: () => Promise<void> },
): Promise<void> {
  let options: AloneOptions | null = null
  let alone: AloneConsole | null = null
  stopBySignal(() => alone)
  try {
    options = readAloneOptions(args)
    if (options === null) return say(USAGE)
    const game = readGiven(options, from)
    await prepare?.()
    alone = await start(options, game, from)
  } catch (error) {
    complain(lineOf(error, options?.port ?? 0) ?? (error instanceof Error ? error.stack! : String(error)))
    process.exit(2)
  }
}
