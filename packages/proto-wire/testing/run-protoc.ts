import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Works with a folder of .proto files, gone afterwards. */
export async function withProtoFolder<T>(
  files: Readonly<Record<string, string>>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'qd-proto-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
    return await work(path)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

export interface ProtocAnswer {
  /** What protoc prints, or null where it refuses the bytes. */
  text: string | null
  /** What it says beside. */
  notes: string
}

export async function askProtoc(args: readonly string[], input: Uint8Array): Promise<ProtocAnswer> {
  const child = spawn('protoc', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  const notes: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.on('data', (part: Buffer) => notes.push(part))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const text = code === 0 ? Buffer.concat(parts).toString('utf8') : null
  return { text, notes: Buffer.concat(notes).toString('utf8') }
}

/** What protoc prints, or null where it refuses the bytes. */
export const runProtoc = async (args: readonly string[], input: Uint8Array): Promise<string | null> =>
  (await askProtoc(args, input)).text
