import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { IMPORT_LIMITS, redisErrors } from '../../../contract/index.ts'
import { NO_SECRETS } from '../secrets.ts'
import { readOwnFile, unlocked } from './own-file.ts'
import { readAno } from './read-ano.ts'
import { isObject, textOf } from './read-connection.ts'
import type { ReadConnection } from './read-connection.ts'
import { readInsight } from './read-insight.ts'

function unreadable(reason: string, field = 'text', params: Record<string, number> = {}): AppError {
  return new AppError(redisErrors.redis_import_invalid, {
    field,
    params: { reason: { text: `redis.import.${reason}`, params } },
  })
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    return undefined
  }
}

async function readOwn(value: unknown, passphrase: string | undefined): Promise<ReadConnection[] | null> {
  const file = readOwnFile(value)
  if (file === null) return null
  if (file.connections.length > IMPORT_LIMITS.connections) throw tooMany()
  const secrets = await unlocked(file, passphrase)
  if (secrets === null) throw unreadable('passphrase', 'passphrase')
  return file.connections.map((given, at) => {
    const part = isObject(given) ? given : {}
    return {
      part: { ...part, name: textOf(part, 'name') },
      secrets: secrets[at] ?? NO_SECRETS,
      lacksSecrets: file.secrets === undefined,
      findsNetworks: false,
    }
  })
}

const tooMany = () => unreadable('many', 'text', { limit: IMPORT_LIMITS.connections })

/** What a file holds, whoever wrote it. Throws `redis_import_invalid` when nobody did whom we know. */
export async function readFile(text: string, passphrase: string | undefined): Promise<ReadConnection[]> {
  const value = jsonOf(text)
  const read = (await readOwn(value, passphrase)) ?? readInsight(value) ?? readAno(text)
  if (read === null) throw unreadable('unreadable')
  if (read.length > IMPORT_LIMITS.connections) throw tooMany()
  return read
}
