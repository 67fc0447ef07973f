import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseJsonText } from '@qd/canonical-json'
import { StoreError } from '../store-error.ts'
import { checkPages } from './check-pages.ts'

/** Up to here the whole check, indexes against their tables included, takes a fraction of a second. */
const SMALL_BYTES = 16 * 1024 * 1024
/** As long as a start waits for the check of a larger file; then it goes on beside the console. */
const START_WAITS_MS = 2_000

export interface StartCheck {
  /** What was found while the start waited. */
  damage: string | null
  /** Ends a check that goes on. */
  stop(): void
}

/**
 * Looks at all pages of the file before anything is served from it. `onDamage` hears what is found after the start
 * has gone on.
 */
export async function checkAtStart(file: string, onDamage: (damage: string) => void): Promise<StartCheck> {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes <= SMALL_BYTES) return { damage: bytes === 0 ? null : checkSmall(file), stop: () => undefined }
  const { found, stop } = checkLarge(file)
  let isWaiting = true
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), START_WAITS_MS)
  })
  const first = found.then((damage) => {
    if (damage !== null && !isWaiting) onDamage(damage)
    return damage
  })
  const damage = await Promise.race([first, late])
  isWaiting = false
  clearTimeout(timer)
  return { damage, stop }
}

function checkSmall(file: string): string | null {
  const db = new DatabaseSync(file, { readOnly: true, timeout: START_WAITS_MS })
  try {
    return checkPages(db, 'integrity_check')
  } finally {
    db.close()
  }
}

/** In a process of its own. One that cannot check says nothing: the console's own reads will tell. */
function checkLarge(file: string): { found: Promise<string | null>; stop(): void } {
  const script = join(import.meta.dirname, '../cli/check-database-pages.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.unref()
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const found = new Promise<string | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', () => resolve(damageIn(said)))
  })
  return { found, stop: () => void child.kill('SIGKILL') }
}

function damageIn(said: string): string | null {
  try {
    return (parseJsonText(said) as { damage: string | null }).damage
  } catch {
    return null
  }
}

/** What the person at the terminal reads. */
export function sayDamaged(file: string, cause: StoreError): StoreError {
  const message = `The database ${file} is damaged (${cause.message}). Restore the last backup: npm run restore -- --from <file> --replace; the damaged file is kept beside it.`
  return new StoreError('store_damaged', message, { cause })
}
