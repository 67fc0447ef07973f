import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import type { mailExceptions, mailProblems, mailTextsExport } from '../../contract/index.ts'
import { atLine } from './line-ref.ts'

/** Fetches a file about a mail and saves it. */
export async function saveMailFile(
  route: typeof mailExceptions | typeof mailProblems | typeof mailTextsExport,
  { line, id, name }: { line: LineRef; id: string; name: string },
): Promise<void> {
  const file = await callFile(
    route,
    { query: atLine(line), body: { id } },
    { tag: 'mail:title', told: 'toast' },
  )
  saveFile(name, file, file.type)
}
