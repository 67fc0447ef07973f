import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Secrets of one installation: a signing key for each server and the password of Redis. */
export interface SandboxKeys {
  hashKeys: Record<string, string>
  redisPassword: string
}

function readKeys(path: string): Partial<SandboxKeys> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<SandboxKeys>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${path} cannot be read; remove it to make new keys`, { cause: error })
  }
}

/** Reads the keys, makes those that are missing, and keeps the file readable by its owner only. */
export function loadKeys(path: string, sIds: readonly number[]): SandboxKeys {
  const known = readKeys(path)
  const hashKeys: Record<string, string> = {}
  for (const sId of sIds) hashKeys[sId] = known.hashKeys?.[sId] ?? randomBytes(32).toString('hex')
  const keys = { hashKeys, redisPassword: known.redisPassword ?? randomBytes(24).toString('hex') }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return keys
}
