import type { AclUser } from '../../../contract/index.ts'

/** What the editor of a user holds. */
export interface AclDraft {
  name: string
  isOn: boolean
  /** One pattern a line. */
  keys: string
  channels: string
  /** As ACL takes them, in their order. */
  commands: string
}

export const NEW_USER: AclDraft = { name: '', isOn: true, keys: '', channels: '', commands: '-@all' }

export const draftOf = (user: AclUser): AclDraft => ({
  name: user.name,
  isOn: user.isOn,
  keys: user.keys.join('\n'),
  channels: user.channels.join('\n'),
  commands: user.commands.join(' '),
})

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** A pattern without its sign gets it. */
const signed = (sign: string, pattern: string): string =>
  pattern.startsWith(sign) || pattern.startsWith('%') ? pattern : `${sign}${pattern}`

/** Rules that make a user exactly so; passwords and further rule sets stay as they are. */
export function rulesOf(draft: AclDraft): string[] {
  return [
    draft.isOn ? 'on' : 'off',
    'resetkeys',
    ...wordsOf(draft.keys).map((pattern) => signed('~', pattern)),
    'resetchannels',
    ...wordsOf(draft.channels).map((pattern) => signed('&', pattern)),
    'nocommands',
    ...wordsOf(draft.commands).filter((rule) => rule !== '-@all' && rule !== 'nocommands'),
  ]
}

/** Whether the rules allow a category by its name. */
export const hasCategory = (commands: string, category: string): boolean =>
  wordsOf(commands).includes(`+@${category}`)

/** The rules with a category allowed, or without it. */
export function withCategory(commands: string, category: string, isAllowed: boolean): string {
  const rest = wordsOf(commands).filter((rule) => rule !== `+@${category}` && rule !== `-@${category}`)
  return (isAllowed ? [...rest, `+@${category}`] : rest).join(' ')
}

/** Rules of the commands that are not of the form; empty when all are. */
export const wrongCommands = (commands: string): string[] =>
  wordsOf(commands).filter((rule) => !/^[+-]@?[\w|.-]+$/.test(rule) && !/^(all|no)commands$/.test(rule))
