import { commandText, secretFrom } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { Arg } from '../link/redis-link.ts'

const MOST_ARGUMENTS = 40
const MOST_BYTES = 200
/** Of the whole line. */
const MOST_SIGNS = 1_000
const HIDDEN = '***'

function cut(arg: Arg): Arg {
  const bytes = typeof arg === 'string' ? Buffer.from(arg) : arg
  if (bytes.length <= MOST_BYTES) return arg
  return `${bytes.subarray(0, MOST_BYTES).toString()}… (${bytes.length})`
}

/** A command as the log shows it: as redis-cli would take it, long values cut, secrets as ***. */
export function maskedCommand(args: readonly Arg[]): string {
  const from = secretFrom(args.map(String))
  const shown = args
    .slice(0, MOST_ARGUMENTS)
    .map((arg, at) => (at >= from ? HIDDEN : bytesOf(Buffer.from(cut(arg)))))
  const more = args.length > MOST_ARGUMENTS ? ` … (${args.length})` : ''
  const line = `${commandText(shown)}${more}`
  return line.length > MOST_SIGNS ? `${line.slice(0, MOST_SIGNS)}…` : line
}
