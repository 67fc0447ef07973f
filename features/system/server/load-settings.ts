import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { DEFAULT_SETTINGS, settingsSchema } from './settings.ts'
import type { Settings } from './settings.ts'

/** A settings file that can't be used; the message is one line that names the file and the key. */
export class SettingsFileError extends Error {
  override readonly name = 'SettingsFileError'
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new SettingsFileError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function parseObject(path: string, text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch (error) {
    throw new SettingsFileError(`${path} is no JSON: ${(error as Error).message}`, { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new SettingsFileError(`${path} must hold one JSON object`)
}

/** Settings of `<dataDir>/settings.json` merged over the defaults (S7.21); read once, at start-up. */
export function loadSettings(dataDir: string): Settings {
  const path = join(dataDir, 'settings.json')
  const text = readText(path)
  if (text === null) return DEFAULT_SETTINGS
  const parsed = z.safeParse(settingsSchema, { ...DEFAULT_SETTINGS, ...parseObject(path, text) })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const key = unknownKey ?? issue.path.join('.')
  throw new SettingsFileError(
    `${path}: ${key}: ${unknownKey === undefined ? issue.message : 'unknown setting'}`,
  )
}
