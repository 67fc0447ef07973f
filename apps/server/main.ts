import { SettingsFileError } from '@qd/system/server'
import { describeError } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import { createConsole } from './create-console.ts'
import { EnvError, assertNode, readEnv } from './env.ts'
import type { Env } from './env.ts'
import { createAnnouncer } from './listen/announcer.ts'
import type { Announcer } from './listen/announcer.ts'
import { startFaultLine } from './listen/listen-error.ts'

/** What the person at the terminal can mend; everything else keeps its stack. */
function lineOf(error: unknown, env: Env | null): string | null {
  if (error instanceof EnvError || error instanceof SettingsFileError) return error.message
  if (isStoreError(error)) return error.message
  return env === null ? null : startFaultLine(error, env)
}

/** A fault in one line of JSON, as the log has them: Node would print all fields, with what somebody typed in them. */
const faultLine = (msg: string, error: unknown) =>
  JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, err: describeError(error), msg })

async function run(env: Env, { isLog, say }: Announcer): Promise<void> {
  const running = await createConsole({ env, announce: say, isLogRead: isLog })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(faultLine('could not stop in order', error))
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (running.setupPath !== null) {
    say(`Create the first administrator (once): ${running.url}${running.setupPath}`)
  }
  say(`Quarterdeck ready at ${running.url}`)
}

/** The process: one line for what a person can mend, exit code 1. */
export async function main(): Promise<void> {
  let env: Env | null = null
  // Until the settings are read, by the one of them that decides it.
  const { isTTY: isTerminal = false } = process.stdout
  let announcer = createAnnouncer({ isTerminal, isSandbox: process.env['QD_SANDBOX'] !== 'off' })
  process.on('uncaughtException', (error) => {
    console.error(faultLine('ended by a fault nobody caught', error))
    process.exit(1)
  })
  try {
    assertNode(process.version)
    env = readEnv(process.env)
    announcer = createAnnouncer({ isTerminal, isSandbox: env.isSandbox })
    await run(env, announcer)
  } catch (error) {
    const line = lineOf(error, env)
    if (line === null) console.error(faultLine('could not start', error))
    else announcer.complain(line)
    process.exit(1)
  }
}
