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

/** What protoc prints, or null where it refuses the bytes. */
export async function runProtoc(args: readonly string[], input: Uint8Array): Promise<string | null> {
  const child = spawn('protoc', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.resume()
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return code === 0 ? Buffer.concat(parts).toString('utf8') : null
}
