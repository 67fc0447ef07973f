import type { CommandEntry, CommandTable } from './command-table.ts'

/** Names of a rule: the command, its sub-commands, and what it had before 7.0 as `+name|first-argument`. */
function namedBy(name: string, entries: readonly CommandEntry[]): CommandEntry[] {
  const isMeant = (entry: CommandEntry) => entry.name === name || entry.name.startsWith(`${name}|`)
  const found = entries.filter(isMeant)
  const [command = ''] = name.split('|')
  return found.length > 0 || command === name ? found : entries.filter((entry) => entry.name === command)
}

/** What a rule is about; null for one nobody knows here. */
function meantBy(name: string, entries: readonly CommandEntry[]): CommandEntry[] | null {
  if (!name.startsWith('@')) {
    const named = namedBy(name, entries)
    return named.length > 0 ? named : null
  }
  const category = name.slice(1)
  if (category === 'all') return [...entries]
  const found = entries.filter(({ categories }) => categories.has(category))
  if (found.length === 0) return null
  // A container in a category takes its sub-commands with it.
  return found.flatMap((entry) => (entry.hasSubCommands ? namedBy(entry.name, entries) : [entry]))
}

/**
 * The commands rules of an ACL allow, as `ACL GETUSER` tells them: taken in their order, from nothing. Null where a rule is
 * not understood: then nobody knows. A rule for a first argument alone counts as one for the command.
 */
export function allowedBy(rules: string, { entries }: CommandTable): ReadonlySet<CommandEntry> | null {
  const allowed = new Set<CommandEntry>()
  for (const rule of rules.toLowerCase().split(/\s+/).filter(Boolean)) {
    const word = rule === 'allcommands' ? '+@all' : rule === 'nocommands' ? '-@all' : rule
    const sign = word[0]
    const meant = sign === '+' || sign === '-' ? meantBy(word.slice(1), entries) : null
    if (sign === '-') {
      // Taking away what is not known here leaves no more than there was; a first argument leaves the others.
      const isPart = word.includes('|') && meant?.every(({ name }) => !name.includes('|')) === true
      if (!isPart) for (const entry of meant ?? []) allowed.delete(entry)
    } else if (meant === null) return null
    else for (const entry of meant) allowed.add(entry)
  }
  return allowed
}
