import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

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
].join('; ')

const PAGE_HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Serves the built pages at `/`; hashed assets for ever, the page itself never from a cache. */
export async function serveWeb(app: FastifyInstance, distFolder: string): Promise<void> {
  if (!existsSync(join(distFolder, 'index.html'))) {
    app.log.warn(`no built pages in ${distFolder}; only the calls are served`)
    return
  }
  await app.register(fastifyStatic, {
    root: distFolder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) reply.header(name, value)
      const isHashed = /[\\/]assets[\\/]/.test(path)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-store')
    },
  }) // A route of its own: the plugin's index does not find compressed twins.
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
}
