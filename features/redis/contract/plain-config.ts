import type { ConnectionConfig } from './connection-config.ts'

/** What holds of a connection where a form or a file says nothing of it. */
const PLAIN: Omit<ConnectionConfig, 'name'> = {
  mode: 'standalone',
  host: '',
  port: 6379,
  socketPath: '',
  username: '',
  scriptUser: '',
  asksPassword: false,
  sentinel: null,
  tls: null,
  ssh: [],
  separators: [':'],
  filter: '',
  timeoutMs: 10_000,
  customName: '',
  tags: [],
  colour: '',
  group: '',
  renamedCommands: {},
  readOnly: false,
  databaseNames: {},
  scanBudget: 100_000,
  allowLoopback: false,
  allowPrivate: false,
}

export function plainConfig(
  part: Partial<ConnectionConfig> & Pick<ConnectionConfig, 'name'>,
): ConnectionConfig {
  return { ...PLAIN, ...part }
}
