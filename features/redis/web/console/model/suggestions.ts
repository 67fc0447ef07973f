import type { CommandHelp } from '../../../contract/index.ts'
import type { Snippet } from '../snippets.ts'

export interface Suggestion {
  readonly id: string
  readonly kind: 'command' | 'snippet' | 'history'
  readonly title: string
  readonly hint: string
  /** What the line of the cursor becomes; a snippet takes the place of all that is typed. */
  readonly text: string
}

const MOST = 8

/** The line the cursor is in. */
export function lineAt(text: string, at: number): { from: number; to: number; line: string } {
  const from = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  const to = end === -1 ? text.length : end
  return { from, to, line: text.slice(from, to) }
}

/** The command a line begins with, sub-command included. */
export function commandOf(line: string, help: readonly CommandHelp[]): CommandHelp | null {
  const words = line.trimStart().toUpperCase().split(/\s+/)
  const named = (name: string): CommandHelp | undefined => help.find((each) => each.name === name)
  return named(words.slice(0, 2).join(' ')) ?? named(words[0] ?? '') ?? null
}

/** Commands and snippets whose name begins as what is typed does. */
export function suggestionsFor(
  line: string,
  help: readonly CommandHelp[],
  snippets: readonly Snippet[],
): Suggestion[] {
  const typed = line.trimStart().toUpperCase()
  if (typed === '') return []
  const asked = typed.startsWith('HELP ') ? typed.slice(5) : typed
  const prefix = asked === typed ? '' : 'help '
  const commands = help
    .filter(({ name }) => name.startsWith(asked) && name !== asked.trimEnd())
    .map(({ name, syntax, summary }): Suggestion => {
      return {
        id: `c ${name}`,
        kind: 'command',
        title: name,
        hint: syntax || summary,
        text: `${prefix}${name} `,
      }
    })
  const own = snippets
    .filter(({ name }) => name.toUpperCase().startsWith(typed))
    .map(({ name, text }): Suggestion => ({
      id: `s ${name}`,
      kind: 'snippet',
      title: name,
      hint: text,
      text,
    }))
  return [...own, ...commands].slice(0, MOST)
}

/** Lines typed before that hold what is typed now, the newest first. */
export function historyFor(query: string, history: readonly string[]): Suggestion[] {
  const sought = query.trim().toLowerCase()
  return history
    .filter((each) => each.toLowerCase().includes(sought))
    .slice(0, MOST)
    .map((each) => ({ id: `h ${each}`, kind: 'history', title: each, hint: '', text: each }))
}
