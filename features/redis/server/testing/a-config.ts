import type { ConnectionConfig } from '../../contract/index.ts'
import { plainConfig } from '../../contract/index.ts'

/** The configuration of a connection as an empty form gives it, with a name and a public host. */
export function aConfig(part: Partial<ConnectionConfig> = {}): ConnectionConfig {
  return plainConfig({ name: 'game-s1', host: 'redis.example.com', ...part })
}
