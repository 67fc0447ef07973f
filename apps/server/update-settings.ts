import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import type { FeedSettings } from '@qd/system/server'
import { EnvError } from './env.ts'
import type { UpdatesEnv } from './env.ts'

function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new EnvError(`${name}: cannot read ${file}`, { cause })
  }
}

function keyIn(file: string): KeyObject {
  const pem = readSettingFile('QD_UPDATE_KEY_FILE', file)
  const wanted = `QD_UPDATE_KEY_FILE: ${file} must hold a public Ed25519 key as PEM`
  // The key that signs does not belong on the machine that verifies.
  if (pem.includes('PRIVATE')) throw new EnvError(wanted)
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new EnvError(wanted, { cause })
  }
  throw new EnvError(wanted)
}

/** The feed of the environment with its key; null: there is none, and none stands in for it. */
export function updateSettings(updates: UpdatesEnv | undefined): FeedSettings | null {
  if (updates === undefined) return null
  const { feed, keyFile, caFile, allowsLoopback: allowLoopback } = updates
  const networks = settingsNetworks({ allowLoopback, allowPrivate: true })
  const ca = caFile === undefined ? {} : { ca: readSettingFile('QD_UPDATE_CA_FILE', caFile) }
  return { feed, key: keyIn(keyFile), networks, ...ca }
}
