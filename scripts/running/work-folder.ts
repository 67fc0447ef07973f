import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 8 * 1024 ** 3

function roomIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Runs `work` with TMPDIR in memory where there is room for it: tests open thousands of databases, and each commit of them
 * waits for the disk. What they ask of the disk they ask all the same.
 */
export function withWorkFolder<T>(work: () => T): T {
  const hasRoom = Math.min(roomIn(MEMORY), freemem()) >= ROOM_BYTES
  const folder = mkdtempSync(join(hasRoom ? MEMORY : tmpdir(), 'qd-tests-'))
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o711)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
