import { hash, randomBytes } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** 256 random bits as 43 characters; for sessions, tickets and the set-up code. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256 needs no salt, the token is random already. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

export function isTokenShaped(text: unknown): text is string {
  return typeof text === 'string' && TOKEN.test(text)
}

/** Tokens of programs are told apart at a glance, by people and by tools that look for leaked secrets. */
const API_TOKEN = /^qdt_[\w-]{43}$/

export function newApiToken(): string {
  return `qdt_${newToken()}`
}

/** What an API token is found by; null for anything else. */
export function apiTokenHash(token: string): string | null {
  return API_TOKEN.test(token) ? hashToken(token) : null
}
