import type { Language } from '@qd/i18n'
import type { AuditListEntry } from '../../contract/index.ts'
import type { SearchDeps } from './search-deps.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A target that names the place itself: its line, its server, or both; a server by its key too, `lantern:3:123`. */
function isPlace(target: string, scope: string): boolean {
  if (target === '') return false
  if (`/${scope}`.endsWith(`/${target}`)) return true
  const [game, , , sId] = scope.split('/')
  const [ofGame, , ofServer] = target.split(':')
  return sId !== undefined && game === ofGame && sId === ofServer
}

/** An entry as the chain has it, without the names of today. */
export type BareEntry = Omit<AuditListEntry, 'targetName' | 'actionTitle' | 'placeName'>

/** Puts the names of today beside codes and ids, in the reader's language; what is gone keeps its id alone. */
export async function nameEntries(
  { namesOf, placeNameOf, titleOf }: Pick<SearchDeps, 'namesOf' | 'placeNameOf' | 'titleOf'>,
  entries: readonly BareEntry[],
  lang: Language,
): Promise<AuditListEntry[]> {
  const ids = [...new Set(entries.map(({ target }) => target).filter((target) => ID.test(target)))]
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(ids, lang)
  return entries.map((entry) => {
    const placeName = [...placeNameOf(entry.scope)]
    const ofPlace = isPlace(entry.target, entry.scope) ? placeName.at(-1) : undefined
    return {
      ...entry,
      actionTitle: titleOf(lang, entry.action),
      placeName,
      targetName: names.get(entry.target) ?? ofPlace ?? '',
    }
  })
}
