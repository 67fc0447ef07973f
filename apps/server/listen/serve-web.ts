import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageAddress } from './page-address.ts'

/** Styles are written by the component library at run time; scripts come from our own files only. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // The page's one policy lets scripts of our own through (apps/web/boot/trusted-types.ts); no text becomes code.
  "require-trusted-types-for 'script'",
  'trusted-types default',
]

/**
 * The worker that decodes values of Redis has a policy of its own, as every worker of a file: it alone may compile
 * WebAssembly, which people upload as decoders. It loads our own scripts and reaches nothing else, no network either. The
 * pages cannot compile any.
 */
const DECODE_WORKER = /[\\/]assets[\\/]decode-worker-[^\\/]+\.js$/
const DECODE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

const PAGE_HEADERS: Record<string, string> = {
  'content-security-policy': POLICY.join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

export interface WebOptions {
  /** Origins the page may show in frames; asked for at each load. */
  frameOrigins(): Promise<readonly string[]>
}

/** Content hash the build wrote into the pages; empty when there are none. */
export function pageBuildIn(distFolder: string): string {
  const page = join(distFolder, 'index.html')
  if (!existsSync(page)) return ''
  return /<meta name="qd-build" content="([\da-f]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
}

/** Whether a name can be one of ours: no NUL, no empty part, nothing that leads upwards or hides. */
function isFileName(name: string): boolean {
  return !name.includes('\0') && name.split(/[\\/]/).every((part) => part !== '' && !part.startsWith('.'))
}

/** Serves the built pages at `/`; hashed assets for ever, the page itself never from a cache. */
export async function serveWeb(app: FastifyInstance, distFolder: string, options: WebOptions): Promise<void> {
  if (!existsSync(join(distFolder, 'index.html'))) {
    app.log.warn(`no built pages in ${distFolder}; only the calls are served`)
    return
  }
  await app.register(fastifyStatic, {
    root: distFolder,
    prefix: '/',
    // Below: the plugin's own route answers a name with NUL as a fault of ours.
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      // The path may be that of the compressed twin.
      if (DECODE_WORKER.test(path.replace(/\.(?:br|gz)$/, ''))) {
        reply.header('content-security-policy', DECODE_POLICY)
      }
      for (const [name, value] of Object.entries(PAGE_HEADERS)) {
        // The page itself comes with a policy of its own.
        if (reply.getHeader(name) === undefined) reply.header(name, value)
      }
      const isHashed = /[\\/]assets[\\/]/.test(path)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-store')
    },
  })
  // A route of its own: the plugin's index does not find compressed twins.
  // Looked for when asked: a build beside a running console is followed.
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const page = pageAddress(request)
    if (page !== null) return reply.header('cache-control', 'no-store').redirect(page, 302)
    const name = request.params['*']
    return isFileName(name) ? reply.sendFile(name) : reply.callNotFound()
  })
  app.get('/', async (_request, reply) => {
    // A database that is gone must not keep the page from telling so.
    const origins = await options.frameOrigins().catch(() => [])
    const frames = `frame-src ${origins.length === 0 ? "'none'" : origins.join(' ')}`
    void reply.header('content-security-policy', [...POLICY, frames].join('; '))
    return reply.sendFile('index.html')
  })
}
