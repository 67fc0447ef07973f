// The console as it is, with a sandbox small enough not to take the machine from the measurement.
import { createConsole } from '@qd/app-server'
import { readEnv } from '@qd/app-server/env'

const env = readEnv({
  QD_PORT: '0',
  QD_DATA_DIR: process.argv[2],
  QD_LOG_LEVEL: 'error',
  DATABASE_URL: process.env['DATABASE_URL'],
  QD_SANDBOX_PROTOCOL: process.env['QD_SANDBOX_PROTOCOL'],
  QD_SANDBOX_APPROVALS: 'off',
})
const running = await createConsole({
  env,
  announce: () => {},
  sandbox: { playersPerServer: 12, withRedis: false },
})
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
console.log(`ready at ${running.url}`)
