import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import type { ChainHead } from '../chain/read-head.ts'

/** The end of the chain as it leaves the console. */
export interface HeadLine extends ChainHead {
  /** When it was sent, milliseconds. */
  at: number
  node: string
  /** HMAC-SHA256 of `at|node|seq|hash`, hex; null without a key. */
  mac: string | null
}

export function macOf(key: Buffer, { at, node, seq, hash }: Omit<HeadLine, 'mac'>): string {
  return createHmac('sha256', key).update(`${at}|${node}|${seq}|${hash}`).digest('hex')
}

export function writeHead(head: Omit<HeadLine, 'mac'>, key: Buffer | null): string {
  const { at, node, seq, hash } = head
  return JSON.stringify({ at, node, seq, hash, mac: key === null ? null : macOf(key, head) })
}

function isHead(value: unknown): value is HeadLine {
  if (typeof value !== 'object' || value === null) return false
  const { seq, hash } = value as Record<string, unknown>
  return Number.isSafeInteger(seq) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)
}

function isSigned(head: HeadLine, key: Buffer): boolean {
  const [given, wanted] = [Buffer.from(head.mac ?? ''), Buffer.from(macOf(key, head))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function parseHead(line: string): HeadLine | null {
  try {
    const value: unknown = parseJsonText(line)
    return isHead(value) ? value : null
  } catch {
    return null
  }
}

/** Heads of a shipped file; a line that is none throws with its number. */
export function readHeads(text: string): HeadLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const head = parseHead(line)
    if (head === null) throw new Error(`line ${index + 1} of the heads is not a head`)
    return [head]
  })
}

/** Heads of a file that may end in the middle of a line; with a key, those that are not signed with it do not count. */
export function readOwnHeads(text: string, key: Buffer | null): HeadLine[] {
  return text.split('\n').flatMap((line) => {
    const head = parseHead(line)
    return head !== null && (key === null || isSigned(head, key)) ? [head] : []
  })
}
