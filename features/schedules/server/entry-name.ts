import { parseJsonText } from '@qd/canonical-json'
import type { Language } from '@qd/i18n'
import type { JobTitle } from '@qd/server-kit'
import type { StoredSchedule } from './schedule-tables.ts'
import type { UseCaseDeps } from './schedules-deps.ts'

type Deps = Pick<UseCaseDeps, 'texts' | 'kindOf' | 'systemOf'>

const NAME_CHARS = 200

function wordsOf({ texts }: Pick<Deps, 'texts'>, title: JobTitle, lang: Language): string {
  if (typeof title === 'string') return title
  if ('key' in title) return texts.text(lang, title.key, title.params)
  return title.texts[lang] ?? title.otherwise
}

/** What the row of a new entry keeps of its title. */
export function titleColumns(
  deps: Pick<Deps, 'texts'>,
  title: JobTitle,
  lang: Language,
): Pick<StoredSchedule, 'name' | 'title'> {
  const name = wordsOf(deps, title, lang).slice(0, NAME_CHARS)
  return { name, title: typeof title === 'string' ? null : JSON.stringify(title) }
}

/** The title of a kind; its name where another version of the program served it. */
export function titleOfKind(deps: Deps, kind: string, lang: Language): string {
  const system = deps.systemOf(kind)
  if (system !== undefined) return deps.texts.text(lang, system.title)
  const key = deps.kindOf(kind)?.schedule.title
  return key === undefined ? kind : deps.texts.title(lang, key)
}

/** What a reader calls the entry. */
export function nameOfEntry(
  deps: Deps,
  entry: Pick<StoredSchedule, 'kind' | 'name' | 'title'>,
  lang: Language,
): string {
  const words =
    entry.title === null ? entry.name : wordsOf(deps, parseJsonText(entry.title) as JobTitle, lang)
  return words.slice(0, NAME_CHARS) || entry.name || titleOfKind(deps, entry.kind, lang)
}

/** Names of entries by their ids; of those that are still there. */
export async function namesOfEntries(
  deps: UseCaseDeps,
  ids: readonly string[],
  lang: Language,
): Promise<ReadonlyMap<string, string>> {
  const entries = await deps.store.read
    .selectFrom('schedule')
    .select(['id', 'kind', 'name', 'title'])
    .where('id', 'in', ids)
    .execute()
  return new Map(entries.map((entry) => [entry.id, nameOfEntry(deps, entry, lang)]))
}
