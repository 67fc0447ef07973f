import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import type { TagKey } from '@qd/web-calls'
import type { mailExceptions, mailProblems, mailTextsExport } from '../../contract/index.ts'
import { atLine } from './line-ref.ts'
import type { LineRef } from './line-ref.ts'

/** Fetches a file about a mail and saves it. */
export async function saveMailFile(
  route: typeof mailExceptions | typeof mailProblems | typeof mailTextsExport,
  { line, id, name, tag }: { line: LineRef; id: string; name: string; tag: TagKey },
): Promise<void> {
  const file = await callFile(route, { query: atLine(line), body: { id } }, { tag, told: 'toast' })
  saveFile(name, file, file.type)
}
