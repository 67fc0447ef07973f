import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'

export interface FillOptions {
  readonly port: number
  readonly password: string
  readonly db: number
  /** How many keys, 1 to 10,000,000. */
  readonly keys: number
  onProgress?(written: number): void
}

/** Commands sent before their answers are waited for. */
const BATCH = 2_000

const encoded = (args: readonly string[]): string =>
  `*${args.length}\r\n${args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`).join('')}`

/** A player's number, the same for the same `at`. */
const uIdOf = (at: number): string =>
  `3${String(1 + (at % 240)).padStart(4, '0')}${String(at).padStart(6, '0')}`

/** Kinds of keys, as games have them, by weight: a name and what it holds. */
const KINDS: readonly { weight: number; of(at: number, uId: string, server: string): readonly string[] }[] = [
  {
    weight: 34,
    of: (at, uId, s) => [
      'SETEX',
      `${s}:session:${uId}`,
      String(3_600 + (at % 86_400)),
      `{"uId":"${uId}","ver":"1.${at % 40}"}`,
    ],
  },
  {
    weight: 22,
    of: (at, uId, s) => [
      'HSET',
      `${s}:cache:profile:${uId}`,
      'name',
      `玩家${at}`,
      'level',
      String(1 + (at % 120)),
      'power',
      String(at * 37),
    ],
  },
  {
    weight: 14,
    of: (at, uId, s) => [
      'HSET',
      `${s}:mail:${uId}`,
      String(at),
      `{"title":"维护补偿","attach":[{"itemId":${10_000 + (at % 90)},"count":3}]}`,
    ],
  },
  { weight: 10, of: (at, uId, s) => ['SADD', `${s}:friends:${uId}`, uIdOf(at + 1), uIdOf(at + 7)] },
  {
    weight: 8,
    of: (at, _uId, s) => [
      'RPUSH',
      `${s}:chat:guild:${at % 50_000}:${Math.floor(at / 50_000)}`,
      `{"at":${at},"text":"灯塔亮了"}`,
    ],
  },
  { weight: 6, of: (at, uId, s) => ['ZADD', `${s}:rank:day:${at}`, String(at % 9_999), uId] },
  { weight: 4, of: (at, uId, s) => ['SET', `${s}:lock:order:${at}`, uId, 'EX', '3600'] },
  { weight: 2, of: (at, uId, s) => ['XADD', `${s}:events:${at}`, '*', 'uId', uId] },
]
const WEIGHTS = KINDS.flatMap(({ weight }, kind) => Array.from({ length: weight }, () => kind))

/** The command that makes key `at`; each `at` has a key of its own. */
export function keyCommand(at: number): readonly string[] {
  const uId = uIdOf(at)
  // A step that shares no factor with 100 spreads the kinds.
  const kind = KINDS[WEIGHTS[(at * 37) % WEIGHTS.length]!]!
  return kind.of(at, uId, `load:s${1 + (at % 240)}`)
}

/** Counts the answers of a stream of bytes; each is one line, as all our commands answer. */
function answersOf(socket: Socket): (count: number) => Promise<void> {
  let left = 0
  let rest = ''
  let settle: { resolve(): void; reject(error: Error): void } | null = null
  const fail = (error: Error) => settle?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('Redis closed the connection')))
  socket.on('data', (bytes: Buffer) => {
    const lines = `${rest}${bytes.toString('latin1')}`.split('\r\n')
    rest = lines.pop()!
    const fault = lines.find((line) => line.startsWith('-'))
    if (fault !== undefined) return fail(new Error(`Redis: ${fault.slice(1)}`))
    // A bulk answer (the id of XADD) has a line before its text.
    left -= lines.filter((line) => !line.startsWith('$')).length
    if (left <= 0) settle?.resolve()
  })
  return (count) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
      left += count
    })
}

/** Fills a Redis on this machine with keys of game-like names under `load:`, without reading what is there. */
export async function fillKeys({ port, password, db, keys, onProgress }: FillOptions): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const answers = answersOf(socket)
  const send = async (commands: readonly (readonly string[])[]): Promise<void> => {
    const answered = answers(commands.length)
    socket.write(commands.map(encoded).join(''))
    await answered
  }
  try {
    if (password !== '') await send([['AUTH', password]])
    // The sandbox's limit would evict what was just written.
    await send([
      ['SELECT', String(db)],
      ['CONFIG', 'SET', 'maxmemory', '0'],
    ])
    for (let from = 0; from < keys; from += BATCH) {
      const count = Math.min(BATCH, keys - from)
      await send(Array.from({ length: count }, (_, index) => keyCommand(from + index)))
      onProgress?.(from + count)
    }
  } finally {
    socket.destroy()
  }
}
