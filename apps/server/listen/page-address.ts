import type { FastifyRequest } from 'fastify'

/** A path as pages have it; no files, nothing that leads to another host. */
const PAGE = /^\/[A-Za-z][\w-]*(?:\/[\w-]+)*$/

/**
 * Where a page stands whose address somebody opened without its `#`, as menus of projects and old links have it; null:
 * no browser asks for a page. Relative, for consoles below a prefix.
 */
export function pageAddress({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>) {
  const [path = ''] = url.split('?')
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document' || !PAGE.test(path)) return null
  const depth = path.split('/').length - 2
  return `${depth === 0 ? './' : '../'.repeat(depth)}#${url}`
}
