import { bodyTypeOf } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'

/** What a call carries, as `RouteArgs` types it for the caller. */
export interface CallParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries((params ?? {}) as Record<string, unknown>))
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  )
}

function queryText(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** The address of a call below the base address (`/line/{lineId}` or empty). */
export function addressOf(route: AnyRoute, parts: CallParts, baseAddress: string): string {
  return `${baseAddress}${fillPath(route.path, parts.params)}${queryText(parts.query)}`
}

/** The body of a call: JSON, and where its route takes a text the text below it; bytes stand alone. */
export function bodyOf(route: AnyRoute, { body }: CallParts, text: string | Blob): string | Blob {
  if (route.bytesLimit !== undefined) return text
  const json = JSON.stringify(body ?? {})
  return route.textLimit === undefined ? json : new Blob([json, '\n', text])
}

/** Headers of every call: type of the body, language, and the session token under both names (S7.01). */
export function headersOf(route: AnyRoute, token: string, language: string): Headers {
  const headers = new Headers({ accept: 'application/json', lang: language })
  if (route.method === 'POST') headers.set('content-type', bodyTypeOf(route))
  if (token !== '') {
    headers.set('token', token)
    headers.set('authorization', token)
  }
  return headers
}
