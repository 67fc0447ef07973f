import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_EXAMPLE } from '@qd/server-kit/testing'
import { startListening } from '@qd/testing'

const CONF = join(import.meta.dirname, '../../../docs/deploy/nginx.conf')
/** Debian puts it where not everybody looks. */
const NGINX = '/usr/sbin/nginx'
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
    error_log stderr notice;
    events { worker_connections 512; }
    http {
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      include ${folder}/quarterdeck.conf;
    }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, main)
  return file
}

const nginxArgs = (folder: string, file: string) => ['-p', folder, '-e', 'stderr', '-c', file]

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
  const { port, folder, stop } = await startListening({
    command: NGINX,
    // It binds its ports before it starts its workers.
    ready: /start worker processes/,
    argsOf: (free, own) => nginxArgs(own, writeConf(own, [first, second], free)),
    // Its workers end with it, and in their own time.
    endBy: 'SIGQUIT',
  })
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    url: `https://127.0.0.1:${port}`,
    ask: asker(port, agent),
    log: () => readFileSync(join(folder, 'access.log'), 'utf8').trim().split('\n'),
    async stop() {
      agent.destroy()
      await stop()
    },
  }
}
