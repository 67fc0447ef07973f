import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import { vi } from 'vitest'

/** What a name leads to: addresses, one list for each time it is asked for, or silence. */
export type NameAnswer = readonly string[] | (() => readonly string[]) | 'silent'

type Done = (error: Error | null, found: unknown) => void

/** Stands in for the resolver of the machine until `restore`. */
export function standInNames(names: Map<string, NameAnswer>) {
  const asked: string[] = []
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, _options: unknown, done: Done) => {
    // Listening asks too.
    const answer = isIP(host) === 0 ? names.get(host) : [host]
    asked.push(host)
    if (answer === undefined)
      done(Object.assign(new Error(`unknown name ${host}`), { code: 'ENOTFOUND' }), [])
    if (answer === undefined || answer === 'silent') return
    const addresses = typeof answer === 'function' ? answer() : answer
    return done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never)
  syncBuiltinESMExports()
  return {
    /** Every name that was asked for, in order. */
    asked,
    restore() {
      vi.mocked(dns.lookup).mockRestore()
      syncBuiltinESMExports()
    },
  }
}
