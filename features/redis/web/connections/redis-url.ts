import type { RedisMode } from '../../contract/index.ts'

interface Address {
  host: string
  port: number
}

/** What the address of a Redis server says. */
export interface RedisUrl {
  mode: RedisMode
  /** Empty with sentinels and a unix socket. */
  host: string
  port: number
  socketPath: string
  username: string
  password: string
  isTls: boolean
  sentinel: { nodes: Address[]; master: string } | null
  /** Null: it names none. */
  db: number | null
}

export type RedisUrlFault = 'scheme' | 'host' | 'port' | 'db'
export type ReadRedisUrl = { ok: true; url: RedisUrl } | { ok: false; fault: RedisUrlFault }

type Kind = 'plain' | 'sentinel' | 'socket'
interface Scheme {
  kind: Kind
  isTls: boolean
}

/** Schemes that clients of several languages use for the same. */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  redis: { kind: 'plain', isTls: false },
  rediss: { kind: 'plain', isTls: true },
  valkey: { kind: 'plain', isTls: false },
  valkeys: { kind: 'plain', isTls: true },
  'redis-sentinel': { kind: 'sentinel', isTls: false },
  'redis+sentinel': { kind: 'sentinel', isTls: false },
  'rediss-sentinel': { kind: 'sentinel', isTls: true },
  'rediss+sentinel': { kind: 'sentinel', isTls: true },
  unix: { kind: 'socket', isTls: false },
  'redis-socket': { kind: 'socket', isTls: false },
  'redis+socket': { kind: 'socket', isTls: false },
}
const REDIS_PORT = 6379
const SENTINEL_PORT = 26_379
const MOST_DB = 65_535

/** Whether a pasted text is meant as an address, right or wrong. */
export function looksLikeRedisUrl(text: string): boolean {
  const scheme = /^\s*([a-z][a-z+-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  return scheme !== undefined && Object.hasOwn(SCHEMES, scheme)
}

/** A text with a `%` that encodes nothing is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function cut(text: string, at: number): [string, string] {
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** `host`, `host:port`, `[v6]` or `[v6]:port`; a string names what is wrong. */
function readAddress(text: string, usualPort: number): Address | RedisUrlFault {
  const found = /^(?:\[([\da-f:.%]+)\]|([^\s:[\]]+))(?::(.*))?$/i.exec(text)
  if (found === null) return 'host'
  const [, v6, name, port] = found
  if (port === undefined || port === '') return { host: v6 ?? decoded(name ?? ''), port: usualPort }
  const number = Number(port)
  if (!/^\d{1,5}$/.test(port) || number < 1 || number > 65_535) return 'port'
  return { host: v6 ?? decoded(name ?? ''), port: number }
}

function readAddresses(text: string, usualPort: number): Address[] | RedisUrlFault {
  const nodes: Address[] = []
  for (const part of text.split(',')) {
    const node = readAddress(part.trim(), usualPort)
    if (typeof node === 'string') return node
    nodes.push(node)
  }
  return nodes
}

function readDb(text: string | undefined): number | null | 'db' {
  if (text === undefined || text === '') return null
  return /^\d{1,5}$/.test(text) && Number(text) <= MOST_DB ? Number(text) : 'db'
}

interface Parts {
  authority: string
  path: string
  query: URLSearchParams
  fragment: string
  username: string
  password: string
}

/** Only the last `@` before the path ends the user: passwords hold them unencoded often enough. */
function split(rest: string): Parts {
  const [beforeFragment, fragment] = cut(rest, rest.indexOf('#'))
  const [beforeQuery, queryText] = cut(beforeFragment, beforeFragment.indexOf('?'))
  const slash = beforeQuery.indexOf('/', beforeQuery.lastIndexOf('@') + 1)
  const whole = slash < 0 ? beforeQuery : beforeQuery.slice(0, slash)
  const path = slash < 0 ? '' : beforeQuery.slice(slash)
  const at = whole.lastIndexOf('@')
  const [user, password] = cut(whole.slice(0, Math.max(0, at)), whole.indexOf(':'))
  const query = new URLSearchParams(queryText)
  return {
    authority: whole.slice(at + 1),
    path,
    query,
    fragment: decoded(fragment),
    username: decoded(user) || (query.get('user') ?? query.get('username') ?? ''),
    password: decoded(password) || (query.get('password') ?? ''),
  }
}

function readSocket({ authority, path, query, username, password }: Parts, { isTls }: Scheme): ReadRedisUrl {
  // `unix://path` and `unix:///path` both are found in use.
  const socketPath = decoded(authority === '' ? path : `/${authority}${path}`)
  if (socketPath === '' || socketPath === '/') return { ok: false, fault: 'host' }
  const db = readDb(query.get('db') ?? query.get('virtual-host') ?? undefined)
  if (db === 'db') return { ok: false, fault: 'db' }
  const url = { host: '', port: REDIS_PORT, socketPath, username, password, isTls, sentinel: null, db }
  return { ok: true, url: { mode: 'standalone', ...url } }
}

function readSentinel(parts: Parts, { isTls }: Scheme): ReadRedisUrl {
  const { authority, path, query, fragment, username, password } = parts
  const nodes = readAddresses(authority, SENTINEL_PORT)
  if (typeof nodes === 'string') return { ok: false, fault: nodes }
  const segments = path.split('/').filter((part) => part !== '')
  const named = segments.find((part) => !/^\d+$/.test(part))
  const db = readDb(segments.find((part) => /^\d+$/.test(part)) ?? query.get('db') ?? undefined)
  if (db === 'db') return { ok: false, fault: 'db' }
  const inQuery = query.get('sentinelMasterId') ?? query.get('master_name') ?? query.get('master') ?? ''
  const master = fragment || inQuery || decoded(named ?? '')
  const sentinel = { nodes, master }
  const url = { host: '', port: REDIS_PORT, socketPath: '', username, password, isTls, sentinel, db }
  return { ok: true, url: { mode: 'sentinel', ...url } }
}

function readPlain(parts: Parts, { isTls }: Scheme): ReadRedisUrl {
  const { authority, path, query, username, password } = parts
  const nodes = readAddresses(authority, REDIS_PORT)
  if (typeof nodes === 'string') return { ok: false, fault: nodes }
  const [first] = nodes
  if (first === undefined) return { ok: false, fault: 'host' }
  const db = readDb(path.replace(/^\/|\/$/g, '') || (query.get('db') ?? undefined))
  if (db === 'db') return { ok: false, fault: 'db' }
  const url = { ...first, socketPath: '', username, password, isTls, sentinel: null, db }
  // Several servers are nodes of one cluster.
  return { ok: true, url: { mode: nodes.length > 1 ? 'cluster' : 'standalone', ...url } }
}

/**
 * Reads an address as clients write it: `redis://user:password@host:port/db`, `rediss://`, several hosts of a cluster,
 * `redis-sentinel://…#master`, `unix:///path?db=1`.
 */
export function readRedisUrl(text: string): ReadRedisUrl {
  const found = /^([a-z][a-z+-]*):\/\/(.*)$/i.exec(text.trim())
  const scheme = SCHEMES[found?.[1]?.toLowerCase() ?? '']
  if (found === null || scheme === undefined) return { ok: false, fault: 'scheme' }
  const parts = split(found[2] ?? '')
  if (scheme.kind === 'socket') return readSocket(parts, scheme)
  return scheme.kind === 'sentinel' ? readSentinel(parts, scheme) : readPlain(parts, scheme)
}
