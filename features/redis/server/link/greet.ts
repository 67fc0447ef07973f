import type { Duplex } from 'node:stream'
import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { reasonText, ServerRefusal, wayError } from './link-errors.ts'
import { startSocket } from './node-socket.ts'
import type { NodeSocket } from './node-socket.ts'
import type { OwnOptions } from './redis-link.ts'
import type { ServerNames } from './server-names.ts'
import { taken } from './steps.ts'
import { startTypedSocket } from './typed/typed-socket.ts'
import type { Going } from './way.ts'

export interface Greeting {
  /** Told with the steps. */
  at: string
  username: string
  /** Empty: none. */
  password: string
  /** It signs in by its name also without a password: nobody else may answer in its place. */
  isNamed: boolean
  db: number
  timeoutMs: number
  /** The server's own names of commands, once they are known. */
  names?: ServerNames | undefined
  /** Of a console. */
  typed?: OwnOptions | undefined
}

/** A password where the server wants none does no harm; the server says so in one of these sentences. */
const needsNone = (error: unknown) =>
  error instanceof ServerRefusal && /no password is set|without any password configured/i.test(error.words)

/** Says who we are; where the server asks nobody, that does no harm. */
export async function signIn(
  socket: NodeSocket,
  { username, password, isNamed }: Pick<Greeting, 'username' | 'password' | 'isNamed'>,
  signal: AbortSignal,
): Promise<void> {
  const who = username === '' ? [password] : [username, password]
  await socket.send(['AUTH', ...who], signal).catch((error: unknown) => {
    if (isNamed || !needsNone(error)) throw error
  })
}

/** A rule of an ACL may leave out any command; what is only for us goes without. */
const unlessRefused = async (sent: Promise<unknown>, also = /^$/): Promise<void> => {
  await sent.catch((error: unknown) => {
    if (!(error instanceof ServerRefusal)) throw error
    if (!/^(NOPERM|NOPROTO|ERR unknown)/i.test(error.words) && !also.test(error.words)) throw error
  })
}

/** Speaks to a server for the first time: who we are, whether it is ready, and which database. */
export async function greet(
  stream: Duplex,
  greeting: Greeting,
  { onStep, signal }: Going,
): Promise<NodeSocket> {
  const { at, password, isNamed, db, timeoutMs, names, typed } = greeting
  const socket =
    typed === undefined
      ? await startSocket(stream, { timeoutMs, names })
      : startTypedSocket(stream, { timeoutMs, names, ...typed })
  /** Nothing of the caller's was sent yet, so nothing can have happened. */
  const fault = (error: unknown) =>
    error instanceof AppError && error.def === redisErrors.redis_outcome_unknown
      ? wayError(redisErrors.redis_unreachable, { at, reason: reasonText('cut') })
      : (error as Error)
  const step = (name: 'auth' | 'ping' | 'database', run: () => Promise<unknown>) =>
    taken(onStep, { step: name, at, fault }, run)
  try {
    if (password !== '' || isNamed) {
      await step('auth', async () => {
        await signIn(socket, greeting, signal)
      })
    }
    await step('ping', () => unlessRefused(socket.send(['PING'], signal), /^BUSY/))
    if (typed !== undefined) await unlessRefused(socket.send(['HELLO', '3'], signal))
    void socket.send(['CLIENT', 'SETNAME', 'quarterdeck']).catch(() => undefined)
    if (db !== 0) await step('database', () => socket.send(['SELECT', String(db)], signal))
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}
