import { spawn } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallDisk {
  /** The folder as this process sees it. */
  seen: string
  /** Runs the command after it where the disk is mounted. */
  enter: string[]
  /** Writes a file until there is no byte left. */
  fill(name: string): void
  remove(): void
}

/** A disk of 64 MB of its own for the folder, seen only by who enters; without root in a user namespace. */
export async function mountSmallDisk(mountPoint: string): Promise<SmallDisk> {
  const isRoot = process.getuid?.() === 0
  const mount = `mount -t tmpfs -o size=64m tmpfs "$1" && echo mounted && exec sleep 1000000`
  const flags = isRoot ? ['-m'] : ['-m', '--map-current-user', '--keep-caps']
  const holder = spawn('unshare', [...flags, 'sh', '-c', mount, 'sh', mountPoint], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  holder.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve())
    holder.once('exit', () => reject(new Error(`no small disk can be mounted here: ${said}`)))
  })
  const namespaces = isRoot ? ['--mount'] : ['--user', '--preserve-credentials', '--mount']
  const seen = `/proc/${holder.pid}/root${mountPoint}`
  return {
    seen,
    enter: ['nsenter', `--target=${holder.pid}`, ...namespaces, `--wdns=${process.cwd()}`],
    fill: (name) => fillUp(join(seen, name)),
    remove: () => void holder.kill('SIGKILL'),
  }
}

function fillUp(file: string): void {
  const handle = openSync(file, 'a')
  try {
    for (const size of [1_048_576, 4_096, 1]) {
      try {
        for (;;) writeSync(handle, Buffer.alloc(size, 1))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(handle)
  }
}
