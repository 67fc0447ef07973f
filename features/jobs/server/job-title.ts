import { parseJsonText } from '@qd/canonical-json'
import type { Language } from '@qd/i18n'
import type { JobTitle } from '@qd/server-kit'
import type { StoredJob } from './job-tables.ts'
import type { UseCaseDeps } from './jobs-deps.ts'

/** Longest name that is kept: a list shows less. */
const NAME_CHARS = 200

type Texts = Pick<UseCaseDeps, 'texts'>

function wordsOf({ texts }: Texts, title: JobTitle, lang: Language): string {
  if (typeof title === 'string') return title
  if ('key' in title) return texts.text(lang, title.key, title.params)
  return title.texts[lang] ?? title.otherwise
}

/** What the row of a new job keeps of its title. */
export function titleColumns(
  deps: Texts,
  title: JobTitle,
  lang: Language,
): Pick<StoredJob, 'name' | 'title'> {
  const name = wordsOf(deps, title, lang).slice(0, NAME_CHARS)
  return { name, title: typeof title === 'string' ? null : JSON.stringify(title) }
}

/** The title of a kind; its name where another version of the program served it. */
export function titleOfKind(
  deps: Pick<UseCaseDeps, 'kindOf' | 'texts'>,
  kind: string,
  lang: Language,
): string {
  const served = deps.kindOf(kind)
  return served === undefined ? kind : deps.texts.title(lang, served.job.title)
}

/** What a reader calls the job; the kind where it has no name of its own. */
export function titleOfJob(
  deps: Pick<UseCaseDeps, 'kindOf' | 'texts'>,
  job: Pick<StoredJob, 'kind' | 'name' | 'title'>,
  lang: Language,
): string {
  const words = job.title === null ? job.name : wordsOf(deps, parseJsonText(job.title) as JobTitle, lang)
  return words.slice(0, NAME_CHARS) || job.name || titleOfKind(deps, job.kind, lang)
}

/** Titles of jobs by their ids; of those that are still there. */
export async function titlesOfJobs(
  deps: UseCaseDeps,
  ids: readonly string[],
  lang: Language,
): Promise<ReadonlyMap<string, string>> {
  const jobs = await deps.store.read
    .selectFrom('job')
    .select(['id', 'kind', 'name', 'title'])
    .where('id', 'in', ids)
    .execute()
  return new Map(jobs.map((job) => [job.id, titleOfJob(deps, job, lang)]))
}
