import { createDialer } from '@qd/server-kit'
import { plainConfig } from '../../contract/index.ts'
import type { ConnectionConfig } from '../../contract/index.ts'

/** A connection to loopback as a form gives it; `of` is what the test is about. */
export function testConfig(of: Partial<ConnectionConfig> = {}): ConnectionConfig {
  return plainConfig({ name: 'test', host: '127.0.0.1', timeoutMs: 5_000, allowLoopback: true, ...of })
}

/** The real way out, with the unix sockets a settings file would list. */
export const testDialer = (unixSockets: readonly string[] = []) =>
  createDialer({ ownPorts: () => [], unixSockets })
