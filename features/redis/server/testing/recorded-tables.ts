import type { Reply } from '../link/redis-link.ts'
import recorded from './command-tables.json' with { type: 'json' }

type Row = readonly [name: string, arity: number, flags: string, categories: string, versions: string]

export interface RecordedCommand {
  readonly name: string
  readonly flags: readonly string[]
  readonly categories: readonly string[]
  readonly arity: number
}

const words = (text: string): string[] => text.split(' ').filter(Boolean)

/** The commands of servers this machine does not have, by their version. */
export const recordedTables: ReadonlyMap<string, readonly RecordedCommand[]> = new Map(
  recorded.versions.map((version, at) => [
    version,
    (recorded.commands as unknown as readonly Row[]).flatMap(([name, arity, flags, categories, versions]) =>
      versions.includes(String(at))
        ? [{ name, arity, flags: words(flags), categories: words(categories) }]
        : [],
    ),
  ]),
)

const bytes = (text: string): Buffer => Buffer.from(text)

function entryOf(command: RecordedCommand, subs: readonly RecordedCommand[], hasCategories: boolean): Reply {
  const { name, arity, flags, categories } = command
  const entry: Reply[] = [bytes(name), String(arity), flags.map(bytes), '0', '0', '0']
  if (!hasCategories) return entry
  return [
    ...entry,
    categories.map((each) => bytes(`@${each}`)),
    [],
    [],
    subs.map((each) => entryOf(each, [], true)),
  ]
}

/** What such a server answers to COMMAND. */
export function commandReply(commands: readonly RecordedCommand[]): Reply {
  const hasCategories = commands.some(({ categories }) => categories.length > 0)
  const subsOf = (name: string) => commands.filter((each) => each.name.startsWith(`${name}|`))
  return commands
    .filter(({ name }) => !name.includes('|'))
    .map((each) => entryOf(each, subsOf(each.name), hasCategories))
}
