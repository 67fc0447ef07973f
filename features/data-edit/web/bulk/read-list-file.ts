import { BULK_TEXT_BYTES } from '../../contract/index.ts'

export type ListFileFault = 'fileType' | 'fileSize' | 'fileBytes'
export type ListFile = { ok: true; text: string } | { ok: false; fault: ListFileFault }

const NAMES = /\.(?:csv|txt|tsv)$/i

/** The text of a chosen file, or why it is no list: another type, too large (S9.03), no UTF-8 text. */
export async function readListFile(file: File): Promise<ListFile> {
  if (!NAMES.test(file.name)) return { ok: false, fault: 'fileType' }
  if (file.size > BULK_TEXT_BYTES) return { ok: false, fault: 'fileSize' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? { ok: false, fault: 'fileBytes' } : { ok: true, text }
  } catch {
    return { ok: false, fault: 'fileBytes' }
  }
}
