import { undeclaredTexts } from './declared-texts.ts'
import { draftsIn, draftsNote, readDrafts, withoutDrafts } from '../languages/drafts.ts'
import { glossaryGaps, glossaryProblems } from '../languages/glossary-rules.ts'
import { readLocaleFolders, root } from '../languages/locale-files.ts'
import { folderProblems } from '../languages/locale-rules.ts'
import { oldWordProblems } from '../languages/old-words.ts'
import { pluralProblems } from '../languages/plural-rules.ts'
import { isMain, report, type Findings } from './report.ts'

/** Ten languages everywhere, the same keys, the glossary kept, every declaration with its text (S1.07). */
export async function checkLocales(): Promise<Findings> {
  const folders = readLocaleFolders()
  const drafts = readDrafts(root)
  const note = draftsNote(drafts, folders)
  const declared = await undeclaredTexts(folders)
  const texts = folders
    .flatMap((found) => [...found.texts.values()])
    .reduce((sum, flat) => sum + flat.size, 0)
  return {
    problems: [
      ...folders.flatMap((found) => folderProblems(found, draftsIn(drafts, found))),
      ...glossaryGaps(),
      ...folders.flatMap((found) => glossaryProblems(withoutDrafts(found, drafts))),
      ...folders.flatMap((found) => oldWordProblems(withoutDrafts(found, drafts))),
      ...folders.flatMap((found) => pluralProblems(withoutDrafts(found, drafts))),
      ...declared.problems,
    ],
    summary: `locales: ${texts} texts in ${folders.length} folders, ${declared.count} declared texts`,
    notes: note === null ? [] : [note],
  }
}

if (isMain(import.meta.url)) report(await checkLocales())
