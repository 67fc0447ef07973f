export type ListFileFault = 'fileType' | 'fileBytes'
export type ListFile = { ok: true; text: string } | { ok: false; fault: ListFileFault }

const NAMES = /\.(?:csv|txt|tsv)$/i

/** Whether a file can be a list at all. */
export const isListName = (name: string): boolean => NAMES.test(name)

/** The text of a chosen file, or why it is no list: another type, or no UTF-8 text. */
export async function readListFile(file: File): Promise<ListFile> {
  if (!isListName(file.name)) return { ok: false, fault: 'fileType' }
  const bytes = await file.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? { ok: false, fault: 'fileBytes' } : { ok: true, text }
  } catch {
    return { ok: false, fault: 'fileBytes' }
  }
}
