import { throughSsh } from './ssh/ssh-way.ts'
import { direct, throughUnix } from './way.ts'
import type { Way, WayOptions } from './way.ts'

/** The way a connection describes. */
export function wayOf(options: WayOptions): Way {
  const { socketPath, ssh } = options.config
  if (socketPath !== '') return throughUnix(options)
  return ssh.length > 0 ? throughSsh(options) : direct(options)
}
