import type { MessageEntry, MessageGroup, MessageModule } from './message-index.ts'

/** A line of the list: the head of a group, or a message. */
export type ListRow =
  | { kind: 'head'; key: string; module: MessageModule }
  | { kind: 'message'; key: string; entry: MessageEntry }

const RECENT: MessageModule = { name: '', comment: '' }

/** The groups one below the other, those used last first; a message may stand in both. */
export function flatRows(recent: readonly MessageEntry[], groups: readonly MessageGroup[]): ListRow[] {
  const lately: ListRow[] =
    recent.length === 0
      ? []
      : [
          { kind: 'head', key: 'recent', module: RECENT },
          ...recent.map((entry): ListRow => ({ kind: 'message', key: `recent ${entry.fullName}`, entry })),
        ]
  const rest = groups.flatMap(({ module, entries }): ListRow[] => [
    { kind: 'head', key: `head ${module.name}`, module },
    ...entries.map((entry): ListRow => ({ kind: 'message', key: entry.fullName, entry })),
  ])
  return [...lately, ...rest]
}
