import { parseJsonText } from '@qd/canonical-json'
import { bytesOfHex } from '@qd/proto-wire'

/** One piece of one direction, as a capture has it. */
export interface CapturedPiece {
  direction: 'request' | 'reply'
  /** Ms UTC; null where the capture says none. */
  at: number | null
  bytes: Uint8Array
  /** Of a session file. */
  isPinned?: boolean
}

const REQUEST = new Set(['request', 'out', 'send', 'sent', '>', 'c2s', 'up'])
const REPLY = new Set(['reply', 'push', 'in', 'receive', 'received', 'recv', '<', 's2c', 'down'])
const HEX_LINE = /^\s*(?:(\d+(?:\.\d+)?)\s+)?(?:([<>]|[a-zA-Z]\w*)[\s:]+)?((?:[0-9a-fA-F]{2}[\s:]*)+)$/

function directionOf(word: unknown): CapturedPiece['direction'] | null {
  const text = String(word ?? '').toLowerCase()
  if (REQUEST.has(text)) return 'request'
  return REPLY.has(text) ? 'reply' : null
}

function hexBytes(text: string): Uint8Array | null {
  return bytesOfHex(text.replaceAll(':', ' '))
}

function base64Bytes(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64').replaceAll('=', '') === text.replaceAll('=', '') ? bytes : null
}

/** `> 00ff…`, `1700000000000 in 00 ff`; a line without a word came from the game. */
export function readHexLine(line: string): CapturedPiece | string {
  const found = HEX_LINE.exec(line)
  if (found === null) return 'is no line of hex digits'
  const direction = directionOf(found[2] ?? '<')
  const bytes = hexBytes(found[3]!)
  if (direction === null) return `does not say > or <, but ${found[2]}`
  if (bytes === null) return 'has an odd number of hex digits'
  return { direction, at: found[1] === undefined ? null : Number(found[1]), bytes }
}

/** What of a session file carries no bytes: its head, words of the console, and frames whose bytes were left out. */
const isOther = (value: Record<string, unknown>) =>
  value['session'] !== undefined ||
  value['lost'] === true ||
  value['direction'] === 'note' ||
  value['direction'] === 'fault'

/** A line `{direction, at, hex}` or with `data` as base64; null for one that carries no bytes. */
export function readJsonLine(line: string): CapturedPiece | null | string {
  let value: Record<string, unknown>
  try {
    value = parseJsonText(line) as Record<string, unknown>
  } catch {
    return 'is no JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no object'
  if (isOther(value)) return null
  const direction = directionOf(value['direction'] ?? value['type'])
  if (direction === null) return 'has no direction: request or reply, out or in'
  const { hex, data, at } = value
  const bytes = typeof hex === 'string' ? hexBytes(hex) : typeof data === 'string' ? base64Bytes(data) : null
  if (bytes === null) return 'has no bytes: hex digits in hex, or base64 in data'
  const pinned = value['pinned'] === true ? { isPinned: true } : {}
  return { direction, at: typeof at === 'number' && Number.isFinite(at) ? at : null, bytes, ...pinned }
}

/** Where browsers put them. */
const MESSAGES = '_webSocketMessages'

interface HarMessage {
  type?: unknown
  time?: unknown
  opcode?: unknown
  data?: unknown
}

/** The WebSocket messages of a browser's HAR, in their order; a string says what is wrong with it. */
export function readHar(text: string): (CapturedPiece | string)[] | string {
  let har: { log?: { entries?: { [MESSAGES]?: HarMessage[] }[] } }
  try {
    har = parseJsonText(text) as typeof har
  } catch {
    return 'is no JSON'
  }
  const entries = har.log?.entries
  if (!Array.isArray(entries)) return 'has no log.entries: it is no HAR'
  const messages = entries.flatMap((entry) => (Array.isArray(entry?.[MESSAGES]) ? entry[MESSAGES] : []))
  if (messages.length === 0) return 'has no WebSocket messages'
  return messages.map(({ type, time, opcode, data }) => {
    const direction = directionOf(type)
    if (direction === null || typeof data !== 'string') return 'is no WebSocket message'
    const bytes = opcode === 2 ? base64Bytes(data) : Buffer.from(data)
    if (bytes === null) return 'has data that is no base64'
    return { direction, at: typeof time === 'number' ? time * 1000 : null, bytes }
  })
}
