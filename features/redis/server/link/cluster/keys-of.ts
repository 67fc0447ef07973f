import { Command } from 'ioredis'
import type { Arg } from '../redis-link.ts'

/** Keys of a command, to find its node. */
export type KeysOf = (args: readonly Arg[]) => readonly Buffer[]

const KEYLESS_MODULE = /^FT\.|^GRAPH\.LIST|^JSON\.DEBUG/

/** By what is commonly known of commands; the first argument of a module's command is its key. */
export const commonKeysOf: KeysOf = ([name, ...rest]) => {
  const command = String(name).toUpperCase()
  if (command.includes('.'))
    return rest.length === 0 || KEYLESS_MODULE.test(command) ? [] : [asBuffer(rest[0]!)]
  try {
    return new Command(command, rest as (string | Buffer)[]).getKeys().map((key) => asBuffer(key as Arg))
  } catch {
    return []
  }
}

const asBuffer = (arg: Arg): Buffer => (typeof arg === 'string' ? Buffer.from(arg) : arg)
