// Whether the console of this machine is ready, by exit code: for the health check of a container. It finds the console by the
// settings that the console has, with TLS or without.
import { request as overHttp } from 'node:http'
import { request as overTls } from 'node:https'

const EVERY_ADDRESS = /^(0|0\.0\.0\.0|::|\[::\])?$/
const PATIENCE_MS = 4_000

const { QD_HOST = '127.0.0.1', QD_PORT, QD_TLS_CERT } = process.env
const options = {
  host: EVERY_ADDRESS.test(QD_HOST) ? '127.0.0.1' : QD_HOST.replace(/^\[(.*)\]$/, '$1'),
  port: Number(QD_PORT || 8600),
  path: '/readyz',
  timeout: PATIENCE_MS,
  // The certificate is for other names than this one.
  rejectUnauthorized: false,
}
const asked = (QD_TLS_CERT ? overTls : overHttp)(options, (answer) =>
  process.exit(answer.statusCode === 200 ? 0 : 1),
)
asked.on('timeout', () => asked.destroy(new Error('no answer')))
asked.on('error', (error) => {
  console.error(`not ready: ${error.message}`)
  process.exit(1)
})
asked.end()
