import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { exportFile } from '../../contract/index.ts'
import type { TransferFormat } from '../../contract/index.ts'

/** Gigabytes take minutes. */
export const EXPORT_MS = 60 * 60_000
const HEAD_BYTES = 200

const ENDINGS: Readonly<Record<TransferFormat, string>> = {
  jsonl: 'jsonl',
  commands: 'redis.txt',
  csv: 'csv',
  dump: 'dump.jsonl',
}

/** `lantern-db0-2026-11-23`: without the ending of its format. */
export function exportName(connection: string, db: number): string {
  const day = new Date().toISOString().slice(0, 10)
  return `${connection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}-db${db}-${day}`
}

/** Hands keys in a format to the browser. */
export function saveKeys(file: Blob, name: string, format: TransferFormat): void {
  saveFile(`${name}.${ENDINGS[format]}`, file)
}

/** The format a file begins like. */
export function formatOfText(head: string): TransferFormat {
  const text = head.replace(/^\uFEFF/, '')
  if (text.startsWith('key,type,')) return 'csv'
  if (!text.startsWith('{')) return 'commands'
  return text.includes('"pttl":') && !text.includes('"type":') ? 'dump' : 'jsonl'
}

/** Fetches the file of an export job and hands it to the browser. */
export async function saveExport(at: { lineId: string; jobId: string }, name: string): Promise<void> {
  const file = await callFile(
    exportFile,
    { body: at },
    { tag: 'redis:page.keys', told: 'toast', timeoutMs: EXPORT_MS },
  )
  saveKeys(file, name, formatOfText(await file.slice(0, HEAD_BYTES).text()))
}
