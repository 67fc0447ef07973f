import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { plainWords, ServerRefusal } from './link-errors.ts'
import { orGivenUp } from './node-socket.ts'
import type { NodeSocket } from './node-socket.ts'
import type { Arg, Reply, ScriptLimit } from './redis-link.ts'

/*
 * A script holds its server up until it ends. Beyond its limit the console ends it from a second socket, for the first one
 * hears nothing until then. SCRIPT KILL ends whatever runs, so it is sent only while ours is what runs.
 */

/** How long the end may take: a busy server answers nobody before `busy-reply-threshold`, 5 s where nobody set it. */
const ENDING_MS = 30_000
const AGAIN_MS = 100
/** In a busy time the server answers all others at once, with BUSY: what is unanswered after two of them is what runs. */
const BUSY_ANSWERS = 2

type Reason = 'wrote' | 'refused' | 'silent'

function runsOn(limitMs: number, reason: Reason, words = ''): AppError {
  const text: TextRef = { text: `redis.script.${reason}`, params: { words: plainWords(words) } }
  return new AppError(redisErrors.redis_script_runs_on, {
    params: { seconds: limitMs / 1_000, reason: text },
  })
}

const wordsOf = (error: unknown): string => (error instanceof ServerRefusal ? error.words : '')

/** The server's words for a command; empty when it took it. */
async function refusalOf(socket: NodeSocket, args: readonly Arg[]): Promise<string> {
  try {
    await socket.send(args)
    return ''
  } catch (error) {
    if (error instanceof ServerRefusal) return error.words
    throw error
  }
}

/** Ends what runs: a script or a function, which the server tells apart. Its words where it does not. */
async function killed(socket: NodeSocket, isFunction: boolean): Promise<string> {
  const kills = isFunction ? ['FUNCTION', 'SCRIPT'] : ['SCRIPT', 'FUNCTION']
  let words = ''
  for (const kind of kills) {
    words = await refusalOf(socket, [kind, 'KILL'])
    if (!words.startsWith('BUSY')) return words
  }
  return words
}

interface Ending {
  readonly limitMs: number
  readonly isFunction: boolean
  readonly isAnswered: () => boolean
  readonly openSecond: (signal: AbortSignal) => Promise<NodeSocket>
}

/** Waits until the server says that it is busy, and ends what runs if that is ours. */
async function endOn(second: NodeSocket, { isAnswered, isFunction, limitMs }: Ending): Promise<void> {
  const until = performance.now() + ENDING_MS
  for (let busy = 0; !isAnswered() && performance.now() < until;) {
    const isBusy = (await refusalOf(second, ['PING'])).startsWith('BUSY')
    busy = isBusy ? busy + 1 : 0
    if (isAnswered()) return
    if (busy < BUSY_ANSWERS) {
      await pause(isBusy ? 0 : AGAIN_MS)
      continue
    }
    const words = await killed(second, isFunction)
    // It ended meanwhile, or is about to say so.
    if (words === '' || words.startsWith('NOTBUSY')) return
    throw words.startsWith('UNKILLABLE') ? runsOn(limitMs, 'wrote') : runsOn(limitMs, 'refused', words)
  }
}

async function end(ending: Ending): Promise<void> {
  const late = AbortSignal.timeout(ENDING_MS)
  let second: NodeSocket | null = null
  try {
    second = await ending.openSecond(late)
    await orGivenUp(endOn(second, ending), late)
  } catch (error) {
    if (ending.isAnswered()) return
    const isOurs = error instanceof AppError && error.def === redisErrors.redis_script_runs_on
    throw isOurs
      ? error
      : runsOn(ending.limitMs, wordsOf(error) === '' ? 'silent' : 'refused', wordsOf(error))
  } finally {
    second?.close()
  }
}

const wasKilled = (error: unknown): boolean =>
  /\bkilled by user with (SCRIPT|FUNCTION) KILL/i.test(wordsOf(error))

/** The answer of a script, which is ended when it has not come within the limit. */
async function limited(answer: Promise<Reply>, of: Omit<Ending, 'isAnswered'>): Promise<Reply> {
  let isAnswered = false
  const isOver = answer.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  )
  const waiting = new AbortController()
  await Promise.race([
    isOver,
    pause(of.limitMs, undefined, { signal: waiting.signal }).catch(() => undefined),
  ])
  waiting.abort()
  if (isAnswered) return answer
  await end({ ...of, isAnswered: () => isAnswered })
  await Promise.race([isOver, pause(AGAIN_MS * 10)])
  if (!isAnswered) throw runsOn(of.limitMs, 'silent')
  return answer.catch((error: unknown) => {
    if (!wasKilled(error)) throw error
    throw new AppError(redisErrors.redis_script_ended, { params: { seconds: of.limitMs / 1_000 } })
  })
}

/**
 * A socket whose scripts end at their limit. Who closes it meanwhile is not waited for: it stays until then, for only while
 * it is there the console knows that the script is its own.
 */
export function withScriptLimit(
  socket: NodeSocket,
  openSecond: (signal: AbortSignal) => Promise<NodeSocket>,
): NodeSocket {
  let running = 0
  let isClosing = false
  const started = (
    answer: Promise<Reply>,
    { limitMs }: ScriptLimit,
    args: readonly Arg[],
  ): Promise<Reply> => {
    running += 1
    const isFunction = /^fcall/i.test(String(args[0]))
    return limited(answer, { limitMs, isFunction, openSecond }).finally(() => {
      running -= 1
      if (running === 0 && isClosing) socket.close()
    })
  }
  return {
    get isOpen() {
      return socket.isOpen && !isClosing
    },
    ended: socket.ended,
    hear: (listener) => socket.hear(listener),
    send(args, signal, script) {
      if (script === undefined) return socket.send(args, signal)
      const answer = started(socket.send(args, undefined, script), script, args)
      return signal === undefined ? answer : orGivenUp(answer, signal)
    },
    close() {
      isClosing = true
      if (running === 0) socket.close()
    },
  }
}
