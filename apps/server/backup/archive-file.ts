import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { BackupError, createLineHash, lineSchema } from './archive-lines.ts'
import type { ArchiveEnd, ArchiveLine } from './archive-lines.ts'

type ArchiveWriter = (line: ArchiveLine) => Promise<void>

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A backup that was killed left its part, as large as the data; one that still runs keeps it. */
async function removeLeftParts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    const [, pid] = name.startsWith(`${basename(path)}.`) ? (/\.(\d+)\.part$/.exec(name) ?? []) : []
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dirname(path), name), { force: true })
  }
}

/**
 * Writes an archive readable by this user only; it gets its name when it is whole and on the disk. `body` gives
 * all lines but the end.
 */
export async function writeArchive(
  path: string,
  body: (write: ArchiveWriter) => Promise<Omit<ArchiveEnd, 'sha256'>>,
): Promise<void> {
  await removeLeftParts(path)
  const part = `${path}.${process.pid}.part`
  try {
    const gzip = createGzip()
    // `flush`: on the disk before it gets its name.
    const written = pipeline(gzip, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
    // Awaited below; until then a full disk shows as a line that can't be written.
    written.catch(() => undefined)
    const hash = createLineHash()
    const write = async (line: ArchiveLine, isHashed = true) => {
      const text = JSON.stringify(line)
      if (isHashed) hash.add(text)
      if (!gzip.write(`${text}\n`)) await Promise.race([once(gzip, 'drain'), written])
    }
    const end = await body((line) => write(line))
    await write({ end: { ...end, sha256: hash.digest() } }, false)
    gzip.end()
    await written
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function parseLine(text: string): ArchiveLine {
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch (cause) {
    throw new BackupError('The backup is damaged: a line is no JSON.', { cause })
  }
  const parsed = z.safeParse(lineSchema, value)
  if (!parsed.success) throw new BackupError('The backup is damaged, or was made by another version.')
  return parsed.data
}

/** The lines of an archive, the end last; throws BackupError for one that is cut or changed. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveLine> {
  const bytes = createReadStream(path)
  const gunzip = createGunzip()
  const unpacked = pipeline(bytes, gunzip)
  // A fault reaches the reading loop through the stream as well.
  unpacked.catch(() => undefined)
  const hash = createLineHash()
  let isEnded = false
  try {
    for await (const text of createInterface({ input: gunzip, crlfDelay: Infinity })) {
      if (isEnded) throw new BackupError('The backup is damaged: something follows its end.')
      const line = parseLine(text)
      if ('end' in line) {
        if (line.end.sha256 !== hash.digest())
          throw new BackupError('The backup is damaged: its checksum differs.')
        isEnded = true
      } else hash.add(text)
      yield line
    }
    await unpacked
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    throw new BackupError(`The backup is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    bytes.destroy()
    gunzip.destroy()
  }
  if (!isEnded) throw new BackupError('The backup is damaged: its end is missing.')
}
