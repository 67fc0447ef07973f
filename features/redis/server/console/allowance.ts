import { createHash, randomUUID } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import type { SecretBox } from '@qd/server-kit'
import type { RedisBytes } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { DatabaseRef } from '../guard/databases.ts'

/** How long a command that was confirmed may be sent. */
const GOOD_FOR_MS = 60_000

/** What a confirmation is for. */
export interface Confirmed {
  readonly sessionId: string
  readonly console: string
  /** The database it was confirmed for: the name that was typed is that of its connection. */
  readonly at: DatabaseRef
  readonly args: readonly RedisBytes[]
}

interface Allowance {
  id: string
  sessionId: string
  /** Of the command and its arguments. */
  sha256: string
  until: number
}

function hashOf(args: readonly RedisBytes[]): string {
  const hash = createHash('sha256')
  for (const arg of args) {
    const bytes = bufferOf(arg)
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest('hex')
}

const placeOf = ({ console, at: { lineId, connectionId, db } }: Pick<Confirmed, 'console' | 'at'>): string =>
  `redis.console/${JSON.stringify([console, lineId, connectionId, db])}`

/** Sealed, so that the node of the console knows it without asking the one that confirmed. */
export function giveAllowance(box: SecretBox, confirmed: Confirmed): string {
  const { sessionId, args } = confirmed
  const allowance: Allowance = {
    id: randomUUID(),
    sessionId,
    sha256: hashOf(args),
    until: Date.now() + GOOD_FOR_MS,
  }
  return box.seal(JSON.stringify(allowance), placeOf(confirmed))
}

/** Takes each allowance of one console once. */
export class Allowances {
  readonly #box: SecretBox
  readonly #used = new Set<string>()

  constructor(box: SecretBox) {
    this.#box = box
  }

  /** Whether it is one for this command, here and now; from then on it is used up. */
  take(sealed: string, confirmed: Confirmed): boolean {
    const { sessionId, args } = confirmed
    const allowance = this.#read(sealed, confirmed)
    if (allowance === null || this.#used.has(allowance.id)) return false
    const isMeant = allowance.sessionId === sessionId && allowance.sha256 === hashOf(args)
    if (!isMeant || allowance.until < Date.now()) return false
    this.#used.add(allowance.id)
    return true
  }

  #read(sealed: string, confirmed: Confirmed): Allowance | null {
    try {
      return parseJsonText(this.#box.open(sealed, placeOf(confirmed))) as Allowance
    } catch {
      return null
    }
  }
}
