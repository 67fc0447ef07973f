import { CELL_BYTES, EDIT_BYTES } from '../../contract/index.ts'
import type { Cell } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { CUT_SCRIPT, FIND_TEXT_SCRIPT } from '../scripts/own-scripts.ts'
import { markOf } from './long-name.ts'
import { sha1Of } from './run-watched.ts'
import { asKeyError, isRefusedCommand } from './words.ts'

/** A text of an answer, of which the beginning may be all that came. */
export interface CutText {
  readonly head: Buffer
  readonly bytes: number
  /** Of the whole; empty when it is larger than what is edited as a whole. */
  readonly sha1: string
  /** What it is found again by, where it is a name: `markOf`. */
  readonly mark: string
  /** All of it, where it came. */
  readonly whole: Buffer | null
}

/** A reading answer: texts as they are, or cut and then `[head, bytes, sha1, mark]`. */
export type CutReply = Reply

export function cutText(reply: Reply | Error | undefined): CutText {
  if (Array.isArray(reply)) {
    const [head, bytes, sha1, mark] = reply as unknown as readonly [Buffer, Buffer, Buffer, Buffer]
    return { head, bytes: Number(bytes), sha1: String(sha1), mark: String(mark), whole: null }
  }
  const whole = Buffer.isBuffer(reply) ? reply : Buffer.from(String(reply ?? ''))
  return {
    head: whole.subarray(0, CELL_BYTES),
    bytes: whole.length,
    sha1: whole.length <= EDIT_BYTES ? sha1Of(whole) : '',
    mark: whole.length > CELL_BYTES ? markOf(whole) : '',
    whole,
  }
}

export function cellOf({ head, bytes, sha1 }: CutText): Cell {
  return { value: bytesOf(head), bytes, isCut: bytes > CELL_BYTES, sha1 }
}

/** A text that names something: all of it where it came. */
export const nameOf = ({ whole, head }: CutText): Buffer => whole ?? head

/** Long texts stay on the server; where it takes no reading scripts, they come and are cut here. */
export async function runCut(database: RedisDatabase, key: Buffer, args: readonly Arg[]): Promise<CutReply> {
  try {
    const script = ['EVAL_RO', CUT_SCRIPT.text, '1', key, String(CELL_BYTES), String(EDIT_BYTES), ...args]
    return await database.run(script, { isQuiet: true })
  } catch (error) {
    if (!isRefusedCommand(error, 'eval_ro')) throw asKeyError(error)
    return database.run(args, { isQuiet: true }).catch((failed: unknown) => {
      throw asKeyError(failed)
    })
  }
}

/** Whether a value holds a text; beyond what came, the server looks itself. `args` reads that one value. */
export async function holdsText(
  database: RedisDatabase,
  { key, text, needle, args }: { key: Buffer; text: CutText; needle: Buffer; args: readonly Arg[] },
): Promise<boolean> {
  if ((text.whole ?? text.head).includes(needle)) return true
  if (text.whole !== null) return false
  return (
    String(
      await database.run(['EVAL_RO', FIND_TEXT_SCRIPT.text, '1', key, needle, ...args], { isQuiet: true }),
    ) === '1'
  )
}
