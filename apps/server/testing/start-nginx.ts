import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_EXAMPLE } from '@qd/server-kit/testing'
import { freePort } from './free-port.ts'

const CONF = join(import.meta.dirname, '../../../docs/deploy/nginx.conf')
/** Debian puts it where not everybody looks. */
const NGINX = '/usr/sbin/nginx'
const ATTEMPTS = 5
/** The name that the file, and the guide, give the console. */
const HOST = 'console.example.org'

export interface NginxAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface NginxCall {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface Nginx {
  url: string
  /** By TLS, on one of a few connections that stay open. A connection that breaks rejects. */
  ask(path: string, call?: NginxCall): Promise<NginxAnswer>
  /** Lines of the access log. */
  log(): string[]
  stop(): Promise<void>
}

/** `text` with each piece replaced, which has to be there. */
function withPieces(text: string, pieces: Readonly<Record<string, string>>): string {
  return Object.entries(pieces).reduce((done, [piece, other]) => {
    if (!done.includes(piece)) throw new Error(`nginx.conf does not say: ${piece}`)
    return done.replaceAll(piece, other)
  }, text)
}

/** The folder of an nginx that has `docs/deploy/nginx.conf` as an operator would have it, with other addresses and files. */
function writeConf(folder: string, nodes: readonly [string, string], port: number): string {
  writeFileSync(join(folder, 'cert.pem'), LOG_EXAMPLE.cert)
  writeFileSync(join(folder, 'key.pem'), LOG_EXAMPLE.key)
  const own = withPieces(readFileSync(CONF, 'utf8'), {
    '10.0.0.11:8600': nodes[0],
    '10.0.0.12:8600': nodes[1],
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/console.example.org.pem': join(folder, 'cert.pem'),
    '/etc/ssl/console.example.org.key': join(folder, 'key.pem'),
    '/var/log/nginx/quarterdeck.log': join(folder, 'access.log'),
  })
  writeFileSync(join(folder, 'quarterdeck.conf'), own)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 2;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events { worker_connections 512; }
    http {
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      include ${folder}/quarterdeck.conf;
    }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, main)
  return file
}

const nginxArgs = (folder: string, file: string) => [
  '-p',
  folder,
  '-e',
  join(folder, 'error.log'),
  '-c',
  file,
]

/** What `nginx -t` says of the file; empty when it is well. */
export function testNginxConf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qd-nginx-'))
  try {
    const file = writeConf(folder, ['127.0.0.1:8600', '127.0.0.1:8601'], 8443)
    const { status, stderr } = spawnSync(NGINX, [...nginxArgs(folder, file), '-t'], { encoding: 'utf8' })
    const isWell = status === 0 && !/\[(warn|error|emerg)\]/.test(stderr)
    return isWell ? '' : `${status}: ${stderr}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}

function asker(port: number, agent: Agent): Nginx['ask'] {
  return (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        servername: HOST,
        rejectUnauthorized: false,
      }
      const sent = request({ ...options, headers: { host: `${HOST}:${port}`, ...headers } }, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }),
        )
      })
      sent.once('error', reject)
      sent.end(body)
    })
}

/** A real nginx in front of two consoles, with the file that operators are given. */
export async function startNginx(urls: readonly [string, string], maxSockets: number): Promise<Nginx> {
  const [first, second] = urls.map((url) => new URL(url).host) as [string, string]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const folder = mkdtempSync(join(tmpdir(), 'qd-nginx-'))
    const port = await freePort()
    const child = spawn(NGINX, nginxArgs(folder, writeConf(folder, [first, second], port)), {
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !(await isListening(port))) await sleep(10)
    if (child.exitCode !== null) continue
    const agent = new Agent({ keepAlive: true, maxSockets })
    return {
      url: `https://127.0.0.1:${port}`,
      ask: asker(port, agent),
      log: () => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n'),
      async stop() {
        agent.destroy()
        child.kill('SIGQUIT')
        await ended
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  throw new Error('nginx does not start; is the package nginx-light installed?')
}
